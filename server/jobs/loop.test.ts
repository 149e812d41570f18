import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLoop, type Loop, startInTurn } from './loop.ts'

const REST_MS = 250
const SOON_MS = 5

let loop: Loop
const logError = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  logError.mockReset()
})
afterEach(async () => {
  await loop?.stop()
  vi.useRealTimers()
})

function startLoop(work: Parameters<typeof createLoop>[0]['work']) {
  loop = createLoop({ name: 'test', work, restMs: REST_MS, soonMs: SOON_MS, log: { error: logError } })
  loop.start()
}

it('runs at once and again after each rest', async () => {
  const work = vi.fn(async () => {})
  startLoop(work)
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(work).toHaveBeenCalledTimes(3)
})

it('starts only once, however often it is asked to', async () => {
  const work = vi.fn(async () => {})
  startLoop(work)
  loop.start()
  await vi.advanceTimersByTimeAsync(REST_MS)
  expect(work).toHaveBeenCalledTimes(2)
})

it('does nothing when woken before it is started', async () => {
  const work = vi.fn(async () => {})
  loop = createLoop({ name: 'test', work, restMs: REST_MS, soonMs: SOON_MS, log: { error: logError } })
  loop.wake()
  await vi.advanceTimersByTimeAsync(REST_MS)
  expect(work).not.toHaveBeenCalled()
})

it('answers many wakes with one early run, which they do not postpone', async () => {
  const work = vi.fn(async () => {})
  startLoop(work)
  await vi.advanceTimersByTimeAsync(0)
  for (let wakes = 0; wakes < 5; wakes++) {
    loop.wake()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(work).toHaveBeenCalledTimes(2)
})

it('runs at once if woken after a rest, but keeps the min time between two woken runs', async () => {
  const work = vi.fn(async () => {})
  startLoop(work)
  await vi.advanceTimersByTimeAsync(2 * SOON_MS)
  loop.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(work).toHaveBeenCalledTimes(2)
  loop.wake()
  await vi.advanceTimersByTimeAsync(SOON_MS - 1)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(3)
})

it('does not wait for a timer if woken after a rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const work = vi.fn(async () => {})
  startLoop(work)
  await setImmediate()
  await vi.advanceTimersByTimeAsync(2 * SOON_MS)
  loop.wake()
  await setImmediate()
  expect(work).toHaveBeenCalledTimes(2)
})

it('runs once more after a run during which it was woken, never in parallel', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  startLoop(work)
  await vi.advanceTimersByTimeAsync(0)
  loop.wake()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]?.()
})

it('runs again as soon as something is due', async () => {
  const due = [40, undefined]
  const work = vi.fn(async () => due.shift())
  startLoop(work)
  await vi.advanceTimersByTimeAsync(39)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(REST_MS)
  expect(work).toHaveBeenCalledTimes(3)
})

it('rests as usual if nothing is due for longer than a timer can wait', async () => {
  const work = vi.fn(async () => 40 * 24 * 3_600_000)
  startLoop(work)
  await vi.advanceTimersByTimeAsync(2 * REST_MS - 1)
  expect(work).toHaveBeenCalledTimes(2)
})

it('carries on after a failure and logs an outage once, not every attempt', async () => {
  const work = vi.fn(() => Promise.reject(new Error('gone')))
  startLoop(work)
  await vi.advanceTimersByTimeAsync(4 * REST_MS)
  expect(work).toHaveBeenCalledTimes(5)
  expect(logError).toHaveBeenCalledTimes(1)
  expect(logError.mock.lastCall?.[0]).toMatchObject({ job: 'test', err: new Error('gone') })

  work.mockResolvedValueOnce(undefined as never)
  await vi.advanceTimersByTimeAsync(2 * REST_MS)
  expect(logError).toHaveBeenCalledTimes(2)
})

it('aborts the current run when stopped and waits for its end', async () => {
  let wasAborted = false
  const work = (stopping: AbortSignal) =>
    new Promise<void>((resolve) => {
      stopping.addEventListener('abort', () => {
        wasAborted = true
        resolve()
      })
    })
  startLoop(work)
  await vi.advanceTimersByTimeAsync(0)
  await loop.stop()
  expect(wasAborted).toBe(true)
})

it('starts loops in turn, each after the first run of the previous one, even if that fails or is stopped', async () => {
  const runs: string[] = []
  const slow = Promise.withResolvers<void>()
  const works = {
    slow: () => slow.promise,
    failing: () => Promise.reject(new Error('broken')),
    stopped: async () => {},
    last: async () => {},
  }
  const loops = Object.entries(works).map(([name, work]) =>
    createLoop({
      name,
      work: async () => {
        runs.push(name)
        await work()
      },
      restMs: REST_MS,
      log: { error: logError },
    }),
  )
  await loops[2]?.stop()
  const started = startInTurn(loops)
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toEqual(['slow'])
  slow.resolve()
  await vi.advanceTimersByTimeAsync(REST_MS - 1)
  await started
  expect(runs).toEqual(['slow', 'failing', 'last'])
  await Promise.all(loops.map((one) => one.stop()))
})
