const LONGEST_FRAME_MS = 250

/** Resolves after the browser has painted. A hidden tab does not paint, so it resolves after 250 ms at the latest. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, LONGEST_FRAME_MS)
  })
