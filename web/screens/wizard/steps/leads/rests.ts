import { nextPaint } from '../../../../ui/next-paint.ts'

/** The time for work between two paints. Even on a processor four times slower, a slice is shorter than a long task. */
const SLICE_MS = 8

/** Returns a function to call between pieces of long work. If the slice is over, it waits for the next paint. */
export function createRests(): () => Promise<void> | undefined {
  let since = performance.now()
  return () =>
    performance.now() - since < SLICE_MS
      ? undefined
      : nextPaint().then(() => {
          since = performance.now()
        })
}
