import type { CalendarDate } from '../cooling-off/calendar-date.ts'

/** The month that data describes, such as `2026-05`. Sorts as text. */
export type DataMonth = string

/** Releases come every four months and are published four to five months late. */
const MONTHS_UNTIL_OVERDUE = 9

/** Returns whether, on a day in London, the release after that of `month` is overdue: nine months later or more. */
export const isOverdue = (month: DataMonth, today: CalendarDate): boolean =>
  monthsBetween(month, today) >= MONTHS_UNTIL_OVERDUE

/** Returns by how many months a day is later than `month`. */
export const monthsBetween = (month: DataMonth, day: CalendarDate): number => monthsOf(day) - monthsOf(month)

function monthsOf(date: string): number {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return year * 12 + month
}
