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
  const asked = status === 429 && rest > (interval ?? 0) ? rest : interval
  return {
    status,
    max: count('max'),
    remaining: count('remaining'),
    intervalMs: asked === null ? null : Math.min(asked, LONGEST_REST_MS),
    dailyLimit: count('limit-daily'),
    dailyRemaining: count('daily-remaining'),
  }
}

/** Whatever an answer asks for: then somebody looks again. */
const LONGEST_REST_MS = 3_600_000

/** GoHighLevel documents no `Retry-After`, but what stands before it may send one, in seconds; 0 for none. */
function restAskedBy(headers: Headers): number {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : 0
}
