import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fullJitter, MAX_RETRY_AFTER_MS, retryDelayMs, webhookSchedule } from './backoff.ts'

const failures = fc.integer({ min: 1, max: 10_000 })
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('Exponential backoff with full jitter', () => {
  const backoff = fullJitter(2_000, 900_000)

  test('stays between 0 and the doubled ceiling after any number of failures', () => {
    fc.assert(
      fc.property(failures, fraction, (count, random) => {
        const delayMs = backoff(count, random) as number
        expect(delayMs).toBeGreaterThanOrEqual(0)
        expect(delayMs).toBeLessThanOrEqual(Math.min(900_000, 2_000 * 2 ** (count - 1)))
        expect(Number.isInteger(delayMs)).toBe(true)
      }),
    )
  })

  test('never waits less after more failures, given the same random number', () => {
    fc.assert(
      fc.property(failures, fraction, (count, random) => {
        expect(backoff(count + 1, random) as number).toBeGreaterThanOrEqual(backoff(count, random) as number)
      }),
    )
  })

  test('respects a longer pause that the other side asks for, up to a day', () => {
    fc.assert(
      fc.property(failures, fraction, fc.nat({ max: 10 ** 12 }), (count, random, asked) => {
        const delayMs = retryDelayMs(backoff, count, random, asked) as number
        expect(delayMs).toBeGreaterThanOrEqual(Math.min(asked, MAX_RETRY_AFTER_MS))
        expect(delayMs).toBeLessThanOrEqual(Math.max(900_000, MAX_RETRY_AFTER_MS))
      }),
    )
  })
})

describe('The webhook schedule', () => {
  const delays = (random: number) => {
    const known: number[] = []
    for (;;) {
      const delayMs = webhookSchedule(known.length + 1, random)
      if (delayMs === undefined) return known
      known.push(delayMs)
    }
  }

  test('is 5 seconds, 5 and 30 minutes, 2 and 5 hours, then every 10 hours for over three days', () => {
    const minutes = delays(0).map((delayMs) => delayMs / 60_000)
    expect(minutes.slice(0, 7)).toEqual([5 / 60, 5, 30, 120, 300, 600, 600])
    expect(minutes.reduce((sum, delay) => sum + delay) / 60 / 24).toBeGreaterThan(3)
  })

  test('adds at most 10 % of jitter', () => {
    fc.assert(
      fc.property(fraction, (random) => {
        for (const [index, delayMs] of delays(random).entries()) {
          const plainMs = delays(0)[index] as number
          expect(delayMs).toBeGreaterThanOrEqual(plainMs)
          expect(delayMs).toBeLessThanOrEqual(plainMs * 1.1)
        }
      }),
    )
  })

  test('should give up even if the receiver asks for another try', () => {
    expect(retryDelayMs(webhookSchedule, 100, 0, 1_000)).toBeUndefined()
  })
})
