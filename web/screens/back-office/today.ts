import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'

/** Returns today's date in London. */
export const today = () => londonDateOf(new Date().toISOString())
