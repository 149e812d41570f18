import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SaleOutcome } from './send-sale.ts'
import { createSyncLoop } from './sync-loop.ts'

/** Longer than the longest pause. */
const SOON_MS = 61_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a phone on which these sales wait, each with the outcome of sending it. */
function phone(
  sales: Record<string, () => Promise<SaleOutcome>>,
  sendFirst: () => Promise<unknown> = async () => {},
) {
  const tried: string[] = []
  const done = new Set<string>()
  const troubles: unknown[] = []
  let storage = true
  const loop = createSyncLoop({
    sendFirst,
    async waitingSales() {
      if (!storage) throw new Error('closed')
      return Object.keys(sales).filter((sessionId) => !done.has(sessionId))
    },
    async sendSale(sessionId) {
      tried.push(sessionId)
      const outcome = (await sales[sessionId]?.()) ?? 'done'
      if (outcome === 'done') done.add(sessionId)
      return outcome
    },
    onTrouble: (error) => troubles.push(error),
  })
  return {
    loop,
    tried,
    done,
    troubles,
    breakStorage(broken: boolean) {
      storage = !broken
    },
  }
}

const never = () => new Promise<never>(() => {})
const arrives = async () => 'done' as const
const fails = async () => 'later' as const
const passing = () => vi.advanceTimersByTimeAsync(0)

describe('waiting sales', () => {
  it('are all sent, however many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`sale_${n}`, arrives]))
    const { loop, done } = phone(many)
    loop.wake()
    await passing()
    expect(done.size).toBe(40)
  })

  it('are sent after `sendFirst`, and do not wait for its success', async () => {
    let isSent = false
    const { loop, done, troubles } = phone({ a: async () => (isSent ? 'done' : 'later') }, async () => {
      isSent = true
      throw new Error('refused')
    })
    loop.wake()
    await passing()
    expect([...done]).toEqual(['a'])
    expect(troubles).toHaveLength(1)
  })

  it('do not wait for one that hangs', async () => {
    const { loop, done } = phone({ a: never, b: arrives, c: arrives })
    loop.wake()
    await passing()
    expect([...done]).toEqual(['b', 'c'])
  })

  it('do not wait for several that always fail', async () => {
    const broken = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`broken_${n}`, fails]))
    const { loop, done } = phone({ ...broken, z: arrives })
    loop.wake()
    await vi.advanceTimersByTimeAsync(SOON_MS)
    expect([...done]).toEqual(['z'])
  })

  it('are retried automatically, and at once when the loop is woken', async () => {
    const { loop, tried } = phone({ a: fails })
    loop.wake()
    await passing()
    expect(tried).toHaveLength(1)
    loop.wake()
    await passing()
    expect(tried).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(SOON_MS)
    expect(tried.length).toBeGreaterThan(2)
  })

  it('are retried less and less often while every attempt fails', async () => {
    const { loop, tried } = phone({ a: fails })
    loop.wake()
    await vi.advanceTimersByTimeAsync(10 * SOON_MS)
    expect(tried.length).toBeLessThan(30)
  })

  it('rest for as long as the server asks, even if the loop is woken', async () => {
    let isBusy = true
    const { loop, tried, done } = phone({
      a: async () => (isBusy ? { restMs: 300_000 } : 'done'),
      b: arrives,
    })
    loop.wake()
    await passing()
    isBusy = false
    const before = tried.length
    loop.wake()
    await vi.advanceTimersByTimeAsync(299_000)
    loop.wake()
    await passing()
    expect(tried).toHaveLength(before)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([...done].sort()).toEqual(['a', 'b'])
  })

  it('rest for the longer time if the server asks two sales for different ones', async () => {
    let isBusy = true
    const busy = (restMs: number) => async () => (isBusy ? { restMs } : ('done' as const))
    const { loop, done } = phone({ a: busy(300_000), b: busy(10_000) })
    loop.wake()
    await passing()
    isBusy = false
    await vi.advanceTimersByTimeAsync(299_000)
    expect([...done]).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect([...done].sort()).toEqual(['a', 'b'])
  })

  it('are sent after the phone’s storage has failed once', async () => {
    const { loop, done, troubles, breakStorage } = phone({ a: arrives })
    breakStorage(true)
    loop.wake()
    await passing()
    expect(troubles).toHaveLength(1)
    breakStorage(false)
    await vi.advanceTimersByTimeAsync(SOON_MS)
    expect([...done]).toEqual(['a'])
  })
})
