import { addDays, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import type { Summary } from '#protocol/office-summary.ts'

/** How many days a period has, today included. */
export const PERIODS = ['1', '7', '30', '90'] as const
export type PeriodChosen = (typeof PERIODS)[number]

export const PERIOD_NAMES: Record<PeriodChosen, string> = {
  '1': 'Today',
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
}
const FIRST: PeriodChosen = '30'

/** Returns the days of a period that ends today in London. */
export function daysOf(period: PeriodChosen, now: Date): Pick<Summary, 'from' | 'to'> {
  const to = londonDateOf(now.toISOString())
  return { from: addDays(to, 1 - Number(period)), to }
}

/** Returns the period in the `#` part of an address: the last 30 days unless it names another. */
export function periodIn(hash: string): PeriodChosen {
  const named = new URLSearchParams(hash.replace(/^#/, '')).get('days')
  return PERIODS.find((period) => period === named) ?? FIRST
}

/** Returns the `#` part of an address that names a period. */
export const addressOf = (period: PeriodChosen): string => (period === FIRST ? '' : `#days=${period}`)
