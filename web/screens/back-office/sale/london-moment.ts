import { onFirstUse } from '#domain/kernel/on-first-use.ts'

const inFull = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/London' }),
)
const dayOnly = onFirstUse(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }),
)

/** Returns a moment in British time, such as `24 Nov 2026, 14:05:09`. */
export const londonMoment = (moment: string) => inFull().format(new Date(moment))

/** Returns a day in British time, such as `24 November 2026`. */
export const londonDay = (moment: string) => dayOnly().format(new Date(moment))
