import { expect, test } from 'vitest'
import type { Lead, LeadStatus } from '#domain/lead/lead.ts'
import { PhoneLeadBook } from './phone-lead-book.ts'

const told = (status: LeadStatus) =>
  ({ id: 'a', street_address: '6 Mill Road', postcode: 'TD16 6RD', status }) as Lead

const bookOf = (status: LeadStatus) => {
  const book = new PhoneLeadBook()
  book.replaceAll([told(status)])
  return book
}

const shownIn = (book: PhoneLeadBook) => [book.find('a')?.status, ...book.rows.map(({ lead }) => lead.status)]

test('a lead stands as a sale leaves it, until it stands as it was told again', () => {
  const book = bookOf('contacted')
  expect(book.showAhead(new Map([['a', 'closed-won']]))).toBe(true)
  expect(shownIn(book)).toEqual(['closed-won', 'closed-won'])
  expect(book.showAhead(new Map())).toBe(true)
  expect(shownIn(book)).toEqual(['contacted', 'contacted'])
  expect(book.showAhead(new Map())).toBe(false)
})

test('what is told of a lead meanwhile is what it stands as afterwards', () => {
  const book = bookOf('contacted')
  book.showAhead(new Map([['a', 'closed-won']]))
  book.put(told('new'))
  expect(shownIn(book)).toEqual(['closed-won', 'closed-won'])
  book.showAhead(new Map())
  expect(shownIn(book)).toEqual(['new', 'new'])
})

test('a list that is read whole comes as far ahead, and a lead that is gone stays gone', () => {
  const book = bookOf('new')
  book.showAhead(new Map([['a', 'qualified']]))
  book.replaceAll([told('contacted')])
  expect(shownIn(book)).toEqual(['qualified', 'qualified'])
  book.remove('a')
  expect(book.showAhead(new Map())).toBe(false)
  expect(shownIn(book)).toEqual([undefined])
})
