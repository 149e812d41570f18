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
  return {
    status,
    max: count('max'),
    remaining: count('remaining'),
    intervalMs: count('interval-milliseconds'),
    dailyLimit: count('limit-daily'),
    dailyRemaining: count('daily-remaining'),
  }
}
