export type GrowingPause = {
  /** Returns how long to wait before the next attempt, in milliseconds. */
  nextMs: () => number
  /** Starts again with the shortest pause. */
  reset: () => void
}

/**
 * Pauses between attempts that double from `firstMs` up to `maxMs`. Each is shortened at random by up to half, so that
 * phones refused together do not return together.
 */
export function growingPause(firstMs: number, maxMs: number): GrowingPause {
  let pauseMs = firstMs
  return {
    nextMs() {
      const now = pauseMs
      pauseMs = Math.min(pauseMs * 2, maxMs)
      return now * (0.5 + Math.random() / 2)
    },
    reset() {
      pauseMs = firstMs
    },
  }
}
