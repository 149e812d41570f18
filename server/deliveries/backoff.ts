/** How long to wait, in milliseconds, after that many failures in a row; nothing when it is time to give up. */
export type Backoff = (failures: number, random: number) => number | undefined

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** No receiver may ask for a longer pause than this. */
export const LONGEST_RETRY_AFTER_MS = 24 * HOUR

/** Exponential with full jitter: anything between nothing and the doubled ceiling, and never giving up. */
export const fullJitter =
  (firstMs: number, ceilingMs: number): Backoff =>
  (failures, random) =>
    Math.round(random * Math.min(ceilingMs, firstMs * 2 ** (failures - 1)))

const WEBHOOK_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  ...Array<number>(7).fill(10 * HOUR),
]

/** The schedule of Standard Webhooks, a tenth of jitter added: a good three days, then it gives up. */
export const webhookSchedule: Backoff = (failures, random) => {
  const delayMs = WEBHOOK_DELAYS_MS[failures - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + random / 10))
}

/** The next delay by `backoff`, but no shorter than what the other side asked for. */
export function retryDelayMs(
  backoff: Backoff,
  failures: number,
  random: number,
  retryAfterMs = 0,
): number | undefined {
  const delayMs = backoff(failures, random)
  return delayMs === undefined ? undefined : Math.max(delayMs, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
}
