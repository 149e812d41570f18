import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sessionIdFrom } from './session-id.ts'

it('is sale_{timestamp}_{random}', () => {
  expect(sessionIdFrom(1_760_000_123_456, 0.5)).toMatch(/^sale_1760000123456_[0-9a-z]{9}$/)
})

it('has the same form for every random number, even the lowest and the highest', () => {
  const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(draw, (random) => {
      expect(sessionIdFrom(1, random)).toMatch(/^sale_1_[0-9a-z]{9}$/)
    }),
    { examples: [[0], [1 - Number.EPSILON / 2]] },
  )
})

it('differs between two sales at the same moment', () => {
  expect(sessionIdFrom(1, 0.1)).not.toBe(sessionIdFrom(1, 0.100000001))
})
