const NUMBER = new Intl.NumberFormat('en-GB')
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const DAY_AND_CLOCK = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const SECOND_MS = 1000

/** `3,400`. */
export const formatCount = (count: number) => NUMBER.format(count)

/** `1 attempt`, `3,400 leads`. */
export const countOf = (count: number, thing: string) =>
  `${formatCount(count)} ${count === 1 ? thing : `${thing}s`}`

/** `3,400 of 10,000 leads`; `3,400 leads` where nobody knows how many there will be. */
export const progressOf = (seen: number, total: number | null, thing: string) =>
  total === null ? countOf(seen, thing) : `${formatCount(seen)} of ${countOf(total, thing)}`

/** `14:05:09` today, `21 Nov, 14:05` on any other day; on the clock of the person who reads. */
export function formatMoment(moment: string | Date, now = new Date()): string {
  const at = new Date(moment)
  return at.toDateString() === now.toDateString() ? CLOCK.format(at) : DAY_AND_CLOCK.format(at)
}

/** `840 ms`, `12.3 s`. */
export const formatDuration = (ms: number) =>
  ms < SECOND_MS ? `${ms} ms` : `${(ms / SECOND_MS).toFixed(1)} s`
