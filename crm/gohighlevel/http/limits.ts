import type { SeenLimits } from './call-budget.ts'

export const NOTHING_SEEN: SeenLimits = {
  status: null,
  max: null,
  remaining: null,
  intervalMs: null,
  dailyLimit: null,
  dailyRemaining: null,
}

/** Reads the limits from a response's headers. */
export function limitsOf({ status, headers }: Response): SeenLimits {
  const count = (name: string) => {
    const text = headers.get(`x-ratelimit-${name}`)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }
  const interval = count('interval-milliseconds')
  const pauseMs = pauseAskedBy(headers)
  const asked = status === 429 && pauseMs > (interval ?? 0) ? pauseMs : interval
  return {
    status,
    max: count('max'),
    remaining: count('remaining'),
    intervalMs: asked === null ? null : Math.min(asked, MAX_PAUSE_MS),
    dailyLimit: count('limit-daily'),
    dailyRemaining: count('daily-remaining'),
  }
}

/** The longest pause that a response may impose. After that we check again. */
const MAX_PAUSE_MS = 3_600_000

/**
 * Returns the pause that a `Retry-After` demands, in milliseconds; 0 without one. GoHighLevel documents no such header,
 * but a proxy in front of it may send one, in seconds.
 */
function pauseAskedBy(headers: Headers): number {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : 0
}
