import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fullJitter, LONGEST_RETRY_AFTER_MS, retryDelayMs, webhookSchedule } from './backoff.ts'

const failures = fc.integer({ min: 1, max: 10_000 })
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('Exponential backoff with full jitter', () => {
  const backoff = fullJitter(2_000, 900_000)

  test('stays between nothing and the doubled ceiling, however often it failed', () => {
    fc.assert(
      fc.property(failures, random, (count, luck) => {
        const delayMs = backoff(count, luck) as number
        expect(delayMs).toBeGreaterThanOrEqual(0)
        expect(delayMs).toBeLessThanOrEqual(Math.min(900_000, 2_000 * 2 ** (count - 1)))
        expect(Number.isInteger(delayMs)).toBe(true)
      }),
    )
  })

  test('never waits less for a later failure at the same luck', () => {
    fc.assert(
      fc.property(failures, random, (count, luck) => {
        expect(backoff(count + 1, luck) as number).toBeGreaterThanOrEqual(backoff(count, luck) as number)
      }),
    )
  })

  test('obeys a longer pause that the other side asks for, up to a day', () => {
    fc.assert(
      fc.property(failures, random, fc.nat({ max: 10 ** 12 }), (count, luck, asked) => {
        const delayMs = retryDelayMs(backoff, count, luck, asked) as number
        expect(delayMs).toBeGreaterThanOrEqual(Math.min(asked, LONGEST_RETRY_AFTER_MS))
        expect(delayMs).toBeLessThanOrEqual(Math.max(900_000, LONGEST_RETRY_AFTER_MS))
      }),
    )
  })
})

describe('The schedule of webhooks', () => {
  const delays = (luck: number) => {
    const known: number[] = []
    for (;;) {
      const delayMs = webhookSchedule(known.length + 1, luck)
      if (delayMs === undefined) return known
      known.push(delayMs)
    }
  }

  test('is 5 seconds, 5 minutes, 30 minutes, 2, 5 and then every 10 hours, over three days', () => {
    const minutes = delays(0).map((delayMs) => delayMs / 60_000)
    expect(minutes.slice(0, 7)).toEqual([5 / 60, 5, 30, 120, 300, 600, 600])
    expect(minutes.reduce((sum, delay) => sum + delay) / 60 / 24).toBeGreaterThan(3)
  })

  test('is spread by at most a tenth', () => {
    fc.assert(
      fc.property(random, (luck) => {
        for (const [index, delayMs] of delays(luck).entries()) {
          const plainMs = delays(0)[index] as number
          expect(delayMs).toBeGreaterThanOrEqual(plainMs)
          expect(delayMs).toBeLessThanOrEqual(plainMs * 1.1)
        }
      }),
    )
  })

  test('gives up whatever the receiver asks for', () => {
    expect(retryDelayMs(webhookSchedule, 100, 0, 1_000)).toBeUndefined()
  })
})
