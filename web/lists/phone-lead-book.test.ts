import { expect, test } from 'vitest'
import type { Lead, LeadStatus } from '#domain/lead/lead.ts'
import { PhoneLeadBook } from './phone-lead-book.ts'

const received = (status: LeadStatus) =>
  ({ id: 'a', street_address: '6 Mill Road', postcode: 'TD16 6RD', status }) as Lead

const bookOf = (status: LeadStatus) => {
  const book = new PhoneLeadBook()
  book.replaceAll([received(status)])
  return book
}

const shownIn = (book: PhoneLeadBook) => [book.find('a')?.status, ...book.rows.map(({ lead }) => lead.status)]

test('shows a lead as far as a sale has moved it, and as received once the sale no longer counts', () => {
  const book = bookOf('contacted')
  expect(book.showAhead(new Map([['a', 'closed-won']]))).toBe(true)
  expect(shownIn(book)).toEqual(['closed-won', 'closed-won'])
  expect(book.showAhead(new Map())).toBe(true)
  expect(shownIn(book)).toEqual(['contacted', 'contacted'])
  expect(book.showAhead(new Map())).toBe(false)
})

test('returns to the latest version received, even one received meanwhile', () => {
  const book = bookOf('contacted')
  book.showAhead(new Map([['a', 'closed-won']]))
  book.put(received('new'))
  expect(shownIn(book)).toEqual(['closed-won', 'closed-won'])
  book.showAhead(new Map())
  expect(shownIn(book)).toEqual(['new', 'new'])
})

test('moves the leads of a new list too, and leaves a removed lead out', () => {
  const book = bookOf('new')
  book.showAhead(new Map([['a', 'qualified']]))
  book.replaceAll([received('contacted')])
  expect(shownIn(book)).toEqual(['qualified', 'qualified'])
  book.remove('a')
  expect(book.showAhead(new Map())).toBe(false)
  expect(shownIn(book)).toEqual([undefined])
})
