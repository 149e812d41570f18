import { nextPaint } from '../../../../ui/next-paint.ts'

/** Work between two paints. A processor four times slower still takes less than a long task. */
const SLICE_MS = 8

/** Returns a function to call between pieces of long work: it waits for the next paint if the slice is over. */
export function createRests(): () => Promise<void> | undefined {
  let since = performance.now()
  return () =>
    performance.now() - since < SLICE_MS
      ? undefined
      : nextPaint().then(() => {
          since = performance.now()
        })
}
