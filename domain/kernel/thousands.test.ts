import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatWhole } from './thousands.ts'

test('a whole number is written as the platform would write it for Britain', () => {
  const platform = new Intl.NumberFormat('en-GB')
  fc.assert(
    fc.property(fc.maxSafeInteger(), (whole) => {
      expect(formatWhole(whole)).toBe(platform.format(whole))
    }),
  )
})
