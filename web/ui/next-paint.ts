const LONGEST_FRAME_MS = 250

/** Lets the screen show what it has before the next piece of work; in a hidden tab there is nothing to wait for. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, LONGEST_FRAME_MS)
  })
