import { expect, it } from 'vitest'
import { cursorToText, findCursor, isAfter } from './cursor.ts'

it('parses what it has written', () => {
  const cursor = { epoch: 'a1b2c3d4e5f6', transaction: 761n, id: 12n }
  expect(cursorToText(cursor)).toBe('a1b2c3d4e5f6.761.12')
  expect(findCursor('a1b2c3d4e5f6.761.12')).toEqual(cursor)
})

it.each(['', 'ready', 'a.1', 'a.1.2.3', 'a.-1.2', 'a.1.2\n', "a.1'.2", `a.${'9'.repeat(19)}.1`])(
  'finds no cursor in %j',
  (text) => {
    expect(findCursor(text)).toBeUndefined()
  },
)

it('orders by transaction first, because a lower id may be committed later', () => {
  const at = (transaction: bigint, id: bigint) => ({ epoch: 'a', transaction, id })
  expect(isAfter(at(2n, 1n), at(1n, 9n))).toBe(true)
  expect(isAfter(at(1n, 9n), at(2n, 1n))).toBe(false)
  expect(isAfter(at(1n, 2n), at(1n, 1n))).toBe(true)
  expect(isAfter(at(1n, 1n), at(1n, 1n))).toBe(false)
})
