import { expect, it } from 'vitest'
import { askedBy, queryOfSearch, searchIn } from './search-in-address.ts'

const FIRST = { search: '', status: 'all', from: '', to: '', sort: 'newest', limit: 50 }

it('shows the newest sales if the address names nothing', () => {
  expect(searchIn('')).toEqual(FIRST)
  expect(queryOfSearch(searchIn(''))).toBe('')
})

it('brings a search back from its address', () => {
  const search = {
    search: 'mill rd & co',
    status: 'closed-won' as const,
    from: '2026-07-01',
    to: '2026-07-31',
    sort: 'oldest' as const,
    limit: 200,
  }
  expect(searchIn(queryOfSearch(search))).toEqual(search)
})

it('searches for no day that is not one', () => {
  const typed = ['2026-07-08', '', '0000-01-01', '9999-12-31', '20260-01-01']
  expect(typed.map((day) => askedBy({ ...searchIn(''), from: day, to: day }).from)).toEqual([
    '2026-07-08',
    '',
    '',
    '',
    '',
  ])
})

it('ignores what it does not know', () => {
  expect(searchIn('?status=lost&from=yesterday&sort=name&limit=7&more=1')).toEqual(FIRST)
})
