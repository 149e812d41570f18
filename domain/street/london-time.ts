import { type CalendarDate, londonDateOf } from '../cooling-off/calendar-date.ts'
import { onFirstUse } from '../kernel/on-first-use.ts'

const timeFormat = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' }),
)

/** Returns the time in London at a moment (ISO 8601 with its zone), such as `17:30`. */
export const londonTimeOf = (moment: string): string => timeFormat().format(new Date(moment))

const SUMMER_MS = 3_600_000

/**
 * Returns the moment (UTC ISO 8601) of a day and a time such as `17:30` in London. If the clocks go back and the time
 * comes twice, the first one counts. If the clocks skip it, it counts as winter time.
 */
export function momentInLondon(day: CalendarDate, time: string): string {
  const winter = Date.parse(`${day}T${time}:00Z`)
  const [inSummer = '', inWinter = ''] = [winter - SUMMER_MS, winter].map((ms) => new Date(ms).toISOString())
  return londonDateOf(inSummer) === day && londonTimeOf(inSummer) === time ? inSummer : inWinter
}
