import { onFirstUse } from '../kernel/on-first-use.ts'

/** A calendar day in London, such as `2026-12-08`. Sorts as text. */
export type CalendarDate = string

const DAY_MS = 86_400_000
/** Canada's format is the ISO one. */
const londonFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone: 'Europe/London',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    }),
)
const wordsFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'UTC',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
)

const shortFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }),
)

/** Returns the day in London at a moment (ISO 8601 with its zone). Throws if the text is not a moment. */
export const londonDateOf = (moment: string): CalendarDate => londonFormat().format(new Date(moment))

/** Adds whole days, whatever their length when the clocks change. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  isoDay(new Date(Date.parse(date) + days * DAY_MS))

/** Returns the same day a year later, or 1 March if that year has no 29 February. */
export function addYear(date: CalendarDate): CalendarDate {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return isoDay(new Date(Date.UTC(year + 1, month - 1, day)))
}

/** Returns a day as `Tuesday 8 December 2026`. */
export const dateInWords = (date: CalendarDate): string =>
  wordsFormat().format(new Date(date)).replace(',', '')

/** Returns a day as `Tue 8 Dec`, for places where the year is clear. */
export const dayInShort = (date: CalendarDate): string =>
  shortFormat().format(new Date(date)).replace(',', '')

const isoDay = (date: Date): CalendarDate => date.toISOString().slice(0, 10)
