import { expect, test, vi } from 'vitest'
import { saleOf } from '../testing/rows.testing.ts'
import { OpportunityBook } from './opportunity-book.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const at = (id: string, minute: number) => saleOf(id, { created_at: `2026-03-01T12:0${minute}:00.000Z` })

function bookOf(...sales: ReturnType<typeof saleOf>[]) {
  const book = new OpportunityBook()
  book.replaceAll(sales)
  return book
}
const idsIn = (book: OpportunityBook) => book.rows.map(({ id }) => id)

test.each<[string, (book: OpportunityBook) => void, string[]]>([
  ['lists the newest first, and those of one moment by id', () => {}, ['c', 'a', 'b']],
  ['puts a new one in its place', (book) => book.put(at('d', 2)), ['c', 'd', 'a', 'b']],
  ['moves one whose time has changed', (book) => book.put(at('b', 5)), ['b', 'c', 'a']],
  ['removes one', (book) => book.remove('a'), ['c', 'b']],
  ['ignores the removal of an unknown one', (book) => book.remove('x'), ['c', 'a', 'b']],
  ['replaces all', (book) => book.replaceAll([at('x', 1)]), ['x']],
])('%s', (_, change, ids) => {
  const book = bookOf(at('b', 1), at('a', 1), at('c', 3))
  change(book)
  expect(idsIn(book)).toEqual(ids)
})

test('finds the latest version by the session, until it is removed', () => {
  const book = bookOf(at('a', 1))
  book.put(saleOf('a', { status: 'qualified' }))
  expect(book.findOf('session-a')?.status).toBe('qualified')
  book.remove('a')
  expect(book.findOf('session-a')).toBeUndefined()
  book.replaceAll([at('b', 1)])
  book.replaceAll([])
  expect(book.findOf('session-b')).toBeUndefined()
})
