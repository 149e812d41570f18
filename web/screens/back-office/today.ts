import { londonDateOf } from '#domain/cooling-off/calendar-date.ts'

/** Returns the day that it is in London. */
export const today = () => londonDateOf(new Date().toISOString())
