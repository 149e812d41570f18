import { expect, test } from 'vitest'
import type { SaleDeliveries } from '#protocol/back-office.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { canCancelUntil as canCancelUntilAt } from './can-cancel.ts'

const canCancelUntil = (tracked: Parameters<typeof canCancelUntilAt>[0], now = '2026-12-01T12:00:00Z') =>
  canCancelUntilAt(tracked, new Date(now))
const row = (fields: Partial<OpportunityListed>) => fields as OpportunityListed
const won = row({ status: 'closed-won', contract_timestamp: '2026-11-24T10:04:00Z' })
const given = (informed_at: string | null, signed_at = '2026-11-24T10:04:00Z') =>
  ({ clock: { signed_at, informed_at } }) as SaleDeliveries

test('counts the days from the receipt of the copy', () => {
  expect(canCancelUntil({ row: won, deliveries: given('2026-11-26T09:00:00Z') })).toBe(
    'The customer can cancel until the end of Thursday 10 December 2026',
  )
})

test('says that the last day is over', () => {
  const sale = { row: won, deliveries: given('2026-11-26T09:00:00Z') }
  expect(canCancelUntil(sale, '2026-12-10T23:59:59Z')).toContain('can cancel')
  expect(canCancelUntil(sale, '2026-12-11T00:00:00Z')).toBe(
    'The customer could cancel until the end of Thursday 10 December 2026',
  )
})

test('takes the day of signing from the server if the phone’s clock is slow', () => {
  expect(
    canCancelUntil({ row: won, deliveries: given('2026-11-25T10:05:00Z', '2026-11-25T10:04:00Z') }),
  ).toBe('The customer can cancel until the end of Wednesday 9 December 2026')
})

test.each([
  ['offline', undefined],
  ['before the copy was accepted', given(null)],
])('names the earliest day %s', (_when, deliveries) => {
  expect(canCancelUntil({ row: won, deliveries })).toBe(
    'The customer can cancel until the end of Tuesday 8 December 2026, or later if they get their copy later',
  )
})

test('says nothing about a sale without a signature', () => {
  expect(canCancelUntil({ row: row({ status: 'qualified' }), deliveries: undefined })).toBeNull()
  expect(
    canCancelUntil({ row: row({ status: 'closed-won', contract_timestamp: null }), deliveries: undefined }),
  ).toBeNull()
})
