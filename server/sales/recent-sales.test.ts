import { expect, test } from 'vitest'
import { NOTHING_YET, type Opportunity } from '#domain/opportunity/opportunity.ts'
import { RecentSales } from './recent-sales.ts'

const SALE: Opportunity = {
  ...NOTHING_YET,
  id: '1',
  session_id: 'sale_1_a',
  area: 'Riverside',
  created_at: '2026-03-01T10:00:00.000Z',
  updated_at: '2026-03-01T10:00:00.000Z',
  received_at: null,
  closed_by: null,
  qualified_at: null,
  won_at: null,
  lost_at: null,
  phone_id: null,
  owner_id: null,
  hold: null,
}

test('remembers an unfinished sale until it holds more text than an agent types', () => {
  const recent = new RecentSales()
  recent.remember({ sale: { ...SALE, notes: 'Ring twice. '.repeat(50) }, revision: 1 }, 1)
  expect(recent.find(SALE.session_id, 2)).toMatchObject({ revision: 1 })
  recent.remember({ sale: { ...SALE, notes: 'n'.repeat(1_000_000) }, revision: 2 }, 2)
  expect(recent.find(SALE.session_id, 3)).toBeUndefined()
})

test('guesses for calls without a number, after any write', () => {
  const recent = new RecentSales()
  recent.remember({ sale: SALE, revision: 1 }, undefined)
  expect(recent.find(SALE.session_id, undefined)).toMatchObject({ revision: 1 })
  recent.remember({ sale: SALE, revision: 2 }, 4)
  expect(recent.find(SALE.session_id, undefined)).toMatchObject({ revision: 2 })
})

test('does not guess for a numbered call that may have been applied', () => {
  const recent = new RecentSales()
  recent.remember({ sale: SALE, revision: 1 }, 4)
  expect([4, 5].map((sequence) => recent.find(SALE.session_id, sequence)?.revision)).toEqual([undefined, 1])
  recent.remember({ sale: SALE, revision: 2 }, undefined)
  expect(recent.find(SALE.session_id, 5)).toBeUndefined()
})

test('keeps little text in memory, however much the calls contain', () => {
  const recent = new RecentSales()
  const sessions = Array.from({ length: 2_000 }, (_, n) => `sale_${n}`)
  const half = 'n'.repeat(5_000)
  for (const session_id of sessions)
    recent.remember({ sale: { ...SALE, session_id, customer_name: half, notes: half }, revision: 1 }, 1)
  expect(sessions.filter((session_id) => recent.find(session_id, 2))).toEqual([])
})
