import { expect, test } from 'vitest'
import { londonTimeOf, momentInLondon } from './london-time.ts'

test.each([
  ['in winter', '2026-12-08', '17:30', '2026-12-08T17:30:00.000Z'],
  ['in summer', '2026-07-08', '17:30', '2026-07-08T16:30:00.000Z'],
  ['at midnight in summer', '2026-07-08', '00:00', '2026-07-07T23:00:00.000Z'],
  ['twice when the clocks go back', '2026-10-25', '01:30', '2026-10-25T00:30:00.000Z'],
  ['never when the clocks go forward', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z'],
])('Finds the moment of a time in London that occurs %s', (_when, day, time, moment) => {
  expect(momentInLondon(day, time)).toBe(moment)
})

test('Returns the time in London', () => {
  expect(londonTimeOf('2026-07-08T16:30:00Z')).toBe('17:30')
})
