import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Loop, startLoop } from './loop.ts'

const pace = { restMs: 250, soonMs: 5 }
let loop: Loop
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  await loop.stop()
  vi.useRealTimers()
})

it('runs at once, and again after its rest', async () => {
  const work = vi.fn(async () => {})
  loop = startLoop(work, pace, () => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(work).toHaveBeenCalledTimes(3)
})

it('makes one early run of many wakes, which do not put it off', async () => {
  const work = vi.fn(async () => {})
  loop = startLoop(work, pace, () => {})
  await vi.advanceTimersByTimeAsync(10)
  for (let wakes = 0; wakes < 5; wakes++) {
    loop.wake()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(work).toHaveBeenCalledTimes(2)
})

it('runs once more after a run in which it was woken, never beside it', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  loop = startLoop(work, pace, () => {})
  await vi.advanceTimersByTimeAsync(0)
  loop.wake()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(pace.soonMs)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]?.()
})

it('goes on after a failure, and tells an outage once, not each try', async () => {
  const failed = vi.fn()
  const work = vi.fn(() => Promise.reject(new Error('gone')))
  loop = startLoop(work, pace, failed)
  await vi.advanceTimersByTimeAsync(4 * pace.restMs)
  expect(work).toHaveBeenCalledTimes(5)
  expect(failed).toHaveBeenCalledTimes(1)

  work.mockResolvedValueOnce(undefined as never)
  await vi.advanceTimersByTimeAsync(2 * pace.restMs)
  expect(failed).toHaveBeenCalledTimes(2)
})

it('stops when the last run is over, and asks it to be brief', async () => {
  let wasAborted = false
  const work = (stopping: AbortSignal) =>
    new Promise<void>((resolve) => {
      stopping.addEventListener('abort', () => {
        wasAborted = true
        resolve()
      })
    })
  loop = startLoop(work, pace, () => {})
  await vi.advanceTimersByTimeAsync(0)
  await loop.stop()
  expect(wasAborted).toBe(true)
})
