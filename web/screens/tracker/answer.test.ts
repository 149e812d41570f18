import { expect, it } from 'vitest'
import type { SaleDeliveries } from '#protocol/back-office.ts'
import { currentDeliveries } from './answer.ts'
import { AT, LATER, phone } from './tracked.testing.ts'

it('forgets an answer once the server has accepted more of the sale from this phone', () => {
  const deliveries = { session_id: 'sale_1_a' } as SaleDeliveries
  const answer = { deliveries, askedAt: AT }
  expect(currentDeliveries(answer, undefined)).toBe(deliveries)
  expect(currentDeliveries(answer, phone())).toBe(deliveries)
  expect(currentDeliveries(answer, phone({ acceptedAt: LATER }))).toBeUndefined()
  expect(currentDeliveries(undefined, phone())).toBeUndefined()
})
