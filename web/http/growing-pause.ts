export type GrowingPause = {
  /** How long to wait now, in milliseconds. */
  nextMs: () => number
  /** The next one is the first again. */
  reset: () => void
}

/**
 * Pauses between tries, that double from `firstMs` to `longestMs`. Each is by chance up to half shorter, so that phones
 * that were refused together do not come back together.
 */
export function growingPause(firstMs: number, longestMs: number): GrowingPause {
  let pauseMs = firstMs
  return {
    nextMs() {
      const now = pauseMs
      pauseMs = Math.min(pauseMs * 2, longestMs)
      return now * (0.5 + Math.random() / 2)
    },
    reset() {
      pauseMs = firstMs
    },
  }
}
