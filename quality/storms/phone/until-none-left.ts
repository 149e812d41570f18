import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 200

/** Waits until nothing is left, or until the number has not fallen for `stallTimeoutMs`. */
export async function untilNoneLeft(
  countLeft: () => number | Promise<number>,
  stallTimeoutMs: number,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let lessAt = performance.now()
  while (performance.now() - lessAt < stallTimeoutMs) {
    const left = await countLeft()
    if (left === 0) return
    if (left < least) {
      least = left
      lessAt = performance.now()
    }
    await pause(POLL_MS)
  }
}
