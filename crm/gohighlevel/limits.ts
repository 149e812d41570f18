import type { SeenLimits } from './call-budget.ts'

export const NOTHING_SEEN: SeenLimits = {
  status: null,
  max: null,
  remaining: null,
  intervalMs: null,
  dailyLimit: null,
  dailyRemaining: null,
}

/** What the headers of an answer tell about the limits. */
export function limitsOf({ status, headers }: Response): SeenLimits {
  const count = (name: string) => {
    const text = headers.get(`x-ratelimit-${name}`)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }
  const interval = count('interval-milliseconds')
  const rest = restAskedBy(headers)
  return {
    status,
    max: count('max'),
    remaining: count('remaining'),
    intervalMs: status === 429 && rest > (interval ?? 0) ? rest : interval,
    dailyLimit: count('limit-daily'),
    dailyRemaining: count('daily-remaining'),
  }
}

const LONGEST_REST_S = 3_600

/** GoHighLevel documents no `Retry-After`, but what stands before it may send one, in seconds; 0 for none. */
function restAskedBy(headers: Headers): number {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds), LONGEST_REST_S) * 1_000 : 0
}
