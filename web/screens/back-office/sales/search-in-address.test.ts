import { expect, it } from 'vitest'
import { addressOf, askedBy, searchIn, wonSalesAddress } from './search-in-address.ts'

const FIRST = {
  search: '',
  status: 'all',
  outcome: 'all',
  owner: '',
  phone: '',
  from: '',
  to: '',
  sort: 'newest',
  limit: 50,
}

it('shows the newest sales if the address names nothing', () => {
  expect(searchIn('')).toEqual(FIRST)
  expect(addressOf(searchIn(''))).toBe('')
})

it('reads a search back from its address', () => {
  const search = {
    search: 'mill rd & co',
    status: 'closed-won' as const,
    outcome: 'complaint-open' as const,
    owner: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    phone: '0f8e6d2c-1b3a-4c5d-8e7f-9a0b1c2d3e4f',
    from: '2026-07-01',
    to: '2026-07-31',
    sort: 'oldest' as const,
    limit: 200,
  }
  expect(searchIn(addressOf(search))).toEqual(search)
})

it('ignores an invalid date', () => {
  const fromOf = (day: string) => askedBy({ ...searchIn(''), from: day }).from
  expect(fromOf('2026-07-08')).toBe('2026-07-08')
  for (const day of ['', '0000-01-01', '9999-12-31', '2026-02-30', '2026-13-01', '20260-01-01'])
    expect([day, fromOf(day)]).toEqual([day, ''])
})

it('ignores what it does not know', () => {
  expect(
    searchIn('#status=lost&outcome=note&owner=Mara&phone=Mara&from=yesterday&sort=name&limit=7&more=1'),
  ).toEqual(FIRST)
  expect(searchIn(`#search=%00${'x'.repeat(400)}`).search).toBe('x'.repeat(300))
})

it('links an agent or a phone to the sales they have won, and to no others', () => {
  const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
  expect(wonSalesAddress({ owner: id })).toBe(`/admin/sales#status=closed-won&owner=${id}`)
  expect(wonSalesAddress({ phone: id })).toBe(`/admin/sales#status=closed-won&phone=${id}`)
})
