import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'

const clock = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }))
const dayAndClock = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
)
const SECOND_MS = 1000

/** Returns `1 attempt` or `3,400 leads`. */
export const countOf = (count: number, thing: string) =>
  `${formatWhole(count)} ${count === 1 ? thing : `${thing}s`}`

/** Returns `3,400 of 10,000 leads`, or `3,400 leads` if the total is unknown. */
export const progressOf = (seen: number, total: number | null, thing: string) =>
  total === null ? countOf(seen, thing) : `${formatWhole(seen)} of ${countOf(total, thing)}`

/** Returns `14:05:09` if the moment is today, otherwise `21 Nov, 14:05`, in local time. */
export function formatMoment(moment: string | Date, now = new Date()): string {
  const at = new Date(moment)
  const format = at.toDateString() === now.toDateString() ? clock() : dayAndClock()
  return format.format(at)
}

/** Returns `840 ms` or `12.3 s`. */
export const formatDuration = (ms: number) =>
  ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(1)} s`
