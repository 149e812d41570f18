import { onFirstUse } from '#domain/kernel/on-first-use.ts'
import { formatWhole } from '#domain/kernel/thousands.ts'

const clock = onFirstUse(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }))
const dayAndClock = onFirstUse(
  () =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
)
const SECOND_MS = 1000

/** `1 attempt`, `3,400 leads`. */
export const countOf = (count: number, thing: string) =>
  `${formatWhole(count)} ${count === 1 ? thing : `${thing}s`}`

/** `3,400 of 10,000 leads`; `3,400 leads` where nobody knows how many there will be. */
export const progressOf = (seen: number, total: number | null, thing: string) =>
  total === null ? countOf(seen, thing) : `${formatWhole(seen)} of ${countOf(total, thing)}`

/** `14:05:09` today, `21 Nov, 14:05` on any other day; on the clock of the person who reads. */
export function formatMoment(moment: string | Date, now = new Date()): string {
  const at = new Date(moment)
  const format = at.toDateString() === now.toDateString() ? clock() : dayAndClock()
  return format.format(at)
}

/** `840 ms`, `12.3 s`. */
export const formatDuration = (ms: number) =>
  ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(1)} s`
