import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import { onFirstUse } from '../kernel/on-first-use.ts'
import { type DataMonth, monthsBetween } from './data-month.ts'

const monthFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const dayFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
)

/** Returns a month as `May 2026`. */
export const monthInWords = (month: DataMonth): string => monthFormat().format(new Date(`${month}-01`))

/** Returns a day as `24 Nov 2026`. */
export const dayInWords = (day: CalendarDate): string => dayFormat().format(new Date(day))

/** Returns how old data of `month` is on a day in London, such as `6 months old`. */
export function dataAgeInWords(month: DataMonth, day: CalendarDate): string {
  const months = monthsBetween(month, day)
  if (months <= 0) return 'from this month'
  return months === 1 ? '1 month old' : `${months} months old`
}
