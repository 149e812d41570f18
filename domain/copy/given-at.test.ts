import { expect, test } from 'vitest'
import { givenAt } from './given-at.ts'

const signedAt = '2026-03-01T10:00:00.000Z'
const receivedAt = '2026-03-02T09:00:00.000Z'

test.each([
  ['2026-03-01T10:05:00.000Z', '2026-03-01T10:05:00.000Z'],
  ['1999-01-01T00:00:00.000Z', signedAt],
  ['2099-01-01T00:00:00.000Z', receivedAt],
])('a copy that was given at %s by the clock of the phone counts from %s', (reportedAt, counts) => {
  expect(givenAt(reportedAt, { signedAt, receivedAt })).toBe(counts)
})

test('a copy counts from its arrival if the clock that signed was ahead', () => {
  const ahead = { signedAt: '2099-01-01T00:00:00.000Z', receivedAt }
  expect(givenAt('2099-01-01T00:05:00.000Z', ahead)).toBe(receivedAt)
})
