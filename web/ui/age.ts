import { onFirstUse } from '#domain/kernel/on-first-use.ts'

const ago = onFirstUse(() => new Intl.RelativeTimeFormat('en-GB'))
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns `3 hours ago`. If a wrong clock puts the moment in the future, returns `just now`. */
export function formatAge(moment: string, now: Date): string {
  const ageMs = now.getTime() - Date.parse(moment)
  if (ageMs >= DAY_MS) return ago().format(-Math.floor(ageMs / DAY_MS), 'day')
  if (ageMs >= HOUR_MS) return ago().format(-Math.floor(ageMs / HOUR_MS), 'hour')
  return ageMs >= MINUTE_MS ? ago().format(-Math.floor(ageMs / MINUTE_MS), 'minute') : 'just now'
}
