import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { londonDateOf } from './calendar-date.ts'
import { clockInWords, isInTime, lastDayToCancel } from './cooling-off.ts'

/** Returns a clock for information that was given with the signature. */
const givenAtOnce = (signedAt: string) => ({ signedAt, informedAt: signedAt })

describe('the last day to cancel', () => {
  test.each([
    ['2026-11-24T10:04:00Z', '2026-12-08'],
    ['2026-02-15T12:00:00Z', '2026-03-01'],
    ['2028-02-15T12:00:00Z', '2028-02-29'],
    ['2027-03-20T23:30:00Z', '2027-04-03'],
    ['2026-06-30T23:30:00Z', '2026-07-15'],
    ['2026-07-01T00:30:00+01:00', '2026-07-15'],
  ])('after a signature at %s is %s', (signedAt, day) =>
    expect(lastDayToCancel(givenAtOnce(signedAt))).toBe(day),
  )

  const signedAt = '2026-11-24T10:04:00Z'
  test.each([
    ['before the signature', '2026-11-20T09:00:00Z', '2026-12-08'],
    ['the day after', '2026-11-25T00:00:00Z', '2026-12-09'],
    ['a year later, just in time', '2027-11-24T23:59:59Z', '2027-12-08'],
    ['a day too late', '2027-11-25T00:00:00Z', '2027-12-08'],
    ['never, as far as is known', null, '2027-12-08'],
  ])('if the information was given %s', (_when, informedAt, day) =>
    expect(lastDayToCancel({ signedAt, informedAt })).toBe(day),
  )

  it('is 1 March if the year has no 29 February', () =>
    expect(lastDayToCancel({ signedAt: '2028-02-15T12:00:00Z', informedAt: null })).toBe('2029-03-01'))

  it('ends at midnight in London', () => {
    const clock = givenAtOnce('2027-03-20T23:30:00Z')
    expect(isInTime(clock, '2027-04-03T22:59:59Z')).toBe(true)
    expect(isInTime(clock, '2027-04-03T23:00:00Z')).toBe(false)
  })
})

describe('the clock in words', () => {
  it('names the day', () =>
    expect(clockInWords(givenAtOnce('2026-11-24T10:04:00Z'), '2026-11-24T10:04:00Z')).toEqual([
      'You can cancel until the end of Tuesday 8 December 2026',
    ]))

  it.each([
    ['2026-11-24T10:04:00Z', '2026-12-09T00:00:00Z', 'Tuesday 8 December 2026'],
    [null, '2027-12-09T00:00:00Z', 'Wednesday 8 December 2027'],
  ])('says that the last day is over (information given: %s)', (informedAt, at, day) =>
    expect(clockInWords({ signedAt: '2026-11-24T10:04:00Z', informedAt }, at)).toEqual([
      `You could cancel until the end of ${day}`,
    ]),
  )

  it('says how late the last day may become if it is not known that the information was given', () =>
    expect(
      clockInWords({ signedAt: '2026-11-24T10:04:00Z', informedAt: null }, '2026-12-08T23:59:59Z'),
    ).toEqual([
      'You can cancel until the end of Tuesday 8 December 2026',
      'Until we can show that you received this information, the period does not end before 8 December 2027.',
    ]))

  it('does not name a day that is over', () =>
    expect(
      clockInWords({ signedAt: '2026-11-24T10:04:00Z', informedAt: null }, '2026-12-09T00:00:00Z'),
    ).toEqual([
      'You can still cancel',
      'Until we can show that you received this information, the period does not end before 8 December 2027.',
    ]))
})

/** A calendar that counts one day at a time and does not use the platform's dates. */
type Day = { year: number; month: number; day: number }
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const lengthOf = ({ year, month }: Day) =>
  month === 2 && isLeap(year) ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
function next({ year, month, day }: Day): Day {
  if (day < (lengthOf({ year, month, day }) ?? 0)) return { year, month, day: day + 1 }
  return month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 }
}
function count(from: Day, days: number): Day {
  let day = from
  for (let counted = 0; counted < days; counted++) day = next(day)
  return day
}
const textOf = ({ year, month, day }: Day) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
function yearAfter(from: Day): Day {
  const later = { ...from, year: from.year + 1 }
  return later.day > (lengthOf(later) ?? 0) ? { ...later, month: 3, day: 1 } : later
}

/** Returns when the clocks change: on the last Sunday of March or October. 2000 began on a Saturday. */
function clockChange(year: number, month: 3 | 10): string {
  let day: Day = { year: 2000, month: 1, day: 1 }
  let sunday = day
  for (let weekday = 6; textOf(day) < `${year}-${String(month + 1).padStart(2, '0')}`; weekday++) {
    if (weekday % 7 === 0) sunday = day
    day = next(day)
  }
  return `${textOf(sunday)}T01:00:00`
}

const moment = fc.record({
  year: fc.integer({ min: 2020, max: 2060 }),
  dayOfYear: fc.integer({ min: 0, max: 364 }),
  minute: fc.oneof(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1_370, max: 1_439 })),
})
type Moment = { year: number; dayOfYear: number; minute: number }
const utcDay = ({ year, dayOfYear }: Moment) => count({ year, month: 1, day: 1 }, dayOfYear)
const textOfMoment = (given: Moment) => {
  const [hours, minutes] = [Math.floor(given.minute / 60), given.minute % 60]
  return `${textOf(utcDay(given))}T${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00`
}
function slowLondonDay(given: Moment): Day {
  const text = textOfMoment(given)
  const isSummer = text >= clockChange(given.year, 3) && text < clockChange(given.year, 10)
  return isSummer && given.minute >= 23 * 60 ? next(utcDay(given)) : utcDay(given)
}

test('a moment falls on the day that clocks in London show', () => {
  fc.assert(
    fc.property(moment, (given) => {
      expect(londonDateOf(`${textOfMoment(given)}Z`)).toBe(textOf(slowLondonDay(given)))
    }),
    { numRuns: 300 },
  )
})

test('the last day is the one found by counting day by day', () => {
  const informed = fc.option(fc.integer({ min: -5, max: 800 }))
  fc.assert(
    fc.property(moment, informed, (signed, daysLater) => {
      const contractDay = slowLondonDay(signed)
      const informedDay = daysLater === null ? null : count(contractDay, Math.max(0, daysLater))
      const informedAt = informedDay && `${textOf(informedDay)}T12:00:00Z`
      const limit = textOf(yearAfter(next(contractDay)))
      const expected =
        informedDay === null || textOf(informedDay) >= limit
          ? yearAfter(count(contractDay, 14))
          : count(informedDay, 14)
      expect(lastDayToCancel({ signedAt: `${textOfMoment(signed)}Z`, informedAt })).toBe(textOf(expected))
    }),
    { numRuns: 300 },
  )
})
