/** The max calls per interval and per day. */
export type RateLimit = { max: number; intervalMs: number; daily: number }

const LIFTED: RateLimit = { max: 1_000_000, intervalMs: 10, daily: 100_000_000 }

/** Returns a counter of calls in fixed intervals; null means no limit. */
export function createRateLimit(limit: RateLimit | null) {
  const { max, intervalMs, daily } = limit ?? LIFTED
  let intervalStartedAt = 0
  let used = 0
  let usedToday = 0
  return {
    /** Counts one call; returns whether it is over the limit, and the headers of its response. */
    count(exhaust?: 'interval' | 'day') {
      const now = performance.now()
      if (now - intervalStartedAt >= intervalMs) {
        intervalStartedAt = now
        used = 0
      }
      used += 1
      usedToday += 1
      const remaining = exhaust ? 0 : Math.max(0, max - used)
      const dailyRemaining = exhaust === 'day' ? 0 : Math.max(0, daily - usedToday)
      return {
        tooMany: exhaust !== undefined || used > max || usedToday > daily,
        headers: {
          'x-ratelimit-max': String(max),
          'x-ratelimit-remaining': String(remaining),
          'x-ratelimit-interval-milliseconds': String(intervalMs),
          'x-ratelimit-limit-daily': String(daily),
          'x-ratelimit-daily-remaining': String(dailyRemaining),
        },
      }
    },
  }
}
