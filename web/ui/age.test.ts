import { expect, test } from 'vitest'
import { formatAge } from './age.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')

test.each([
  ['2026-03-02T11:59:30.000Z', 'just now'],
  ['2026-03-02T11:59:00.000Z', '1 minute ago'],
  ['2026-03-02T09:00:01.000Z', '2 hours ago'],
  ['2026-03-01T11:00:00.000Z', '1 day ago'],
  ['2026-02-20T11:00:00.000Z', '10 days ago'],
  ['2026-03-03T12:00:00.000Z', 'just now'],
])('calls %s %s', (moment, age) => {
  expect(formatAge(moment, NOW)).toBe(age)
})
