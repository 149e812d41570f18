/** Returns how many milliseconds to wait after `failures` in a row, or undefined to give up. `random` is in [0, 1). */
export type Backoff = (failures: number, random: number) => number | undefined

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The longest pause that a receiver may ask for. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR

/** Returns an exponential backoff with full jitter: a random delay up to a ceiling that doubles. It never gives up. */
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

/** The Standard Webhooks schedule with up to 10 % jitter. It gives up after a little more than three days. */
export const webhookSchedule: Backoff = (failures, random) => {
  const delayMs = WEBHOOK_DELAYS_MS[failures - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + random / 10))
}

/**
 * Returns the next delay by `backoff`, or `retryAfterMs` if the other side asked for longer. Undefined means: give up.
 */
export function retryDelayMs(
  backoff: Backoff,
  failures: number,
  random: number,
  retryAfterMs = 0,
): number | undefined {
  const delayMs = backoff(failures, random)
  return delayMs === undefined ? undefined : Math.max(delayMs, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
}
