import { addDays, type CalendarDate, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import type { Summary } from '#protocol/office-summary.ts'

/** The periods: a number of days up to and including today, or a month. */
export const PERIODS = ['1', '7', '30', '90', 'this-month', 'last-month'] as const
export type PeriodChosen = (typeof PERIODS)[number]

export const PERIOD_NAMES: Record<PeriodChosen, string> = {
  '1': 'Today',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
}
const FIRST: PeriodChosen = '30'

/** Returns the first and last day of a period. It ends today in London, or is the whole previous month. */
export function daysOf(period: PeriodChosen, now: Date): Pick<Summary, 'from' | 'to'> {
  const today = londonDateOf(now.toISOString())
  const firstOfMonth = firstOfMonthOf(today)
  if (period === 'this-month') return { from: firstOfMonth, to: today }
  if (period !== 'last-month') return { from: addDays(today, 1 - Number(period)), to: today }
  const to = addDays(firstOfMonth, -1)
  return { from: firstOfMonthOf(to), to }
}

const firstOfMonthOf = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`

/** Returns the period in the `#` part of an address, or the last 30 days if it names none. */
export function periodIn(hash: string): PeriodChosen {
  const named = new URLSearchParams(hash.replace(/^#/, '')).get('days')
  return PERIODS.find((period) => period === named) ?? FIRST
}

/** Returns the `#` part of an address that names a period. */
export const addressOf = (period: PeriodChosen): string => (period === FIRST ? '' : `#days=${period}`)
