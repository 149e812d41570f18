import { expect, it } from 'vitest'
import { orderReference } from './order-reference.ts'

it('is TEL- and the last six digits of the moment of signing', () => {
  expect(orderReference(new Date(1_760_000_123_456).toISOString())).toBe('TEL-123456')
})

it('keeps leading zeros', () => {
  expect(orderReference(new Date(1_760_000_000_042).toISOString())).toBe('TEL-000042')
})

it('is the same for the same moment, however the moment is written', () => {
  expect(orderReference('2026-03-01T10:00:00.123Z')).toBe(orderReference('2026-03-01T11:00:00.123+01:00'))
})
