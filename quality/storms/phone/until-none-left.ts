import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 200

/** Waits until nothing is left of something, or until it has not become less for so long that it will not. */
export async function untilNoneLeft(
  countLeft: () => number | Promise<number>,
  patienceMs: number,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let lessAt = performance.now()
  while (performance.now() - lessAt < patienceMs) {
    const left = await countLeft()
    if (left === 0) return
    if (left < least) {
      least = left
      lessAt = performance.now()
    }
    await pause(LOOK_MS)
  }
}
