import { expect, test } from 'vitest'
import { leadsAhead } from './leads-ahead.ts'
import type { PhoneSale } from './phone-sales.ts'

const waiting = (lead_id: string, status: 'open' | 'qualified' | 'closed-won', writes = 1): PhoneSale => ({
  sessionId: `${lead_id}-${status}`,
  savedAt: '2026-03-01T12:00:00.000Z',
  written: { lead_id, status },
  writes,
  reports: 0,
  parked: [],
  receipt: undefined,
})

test('a sale that waits moves its lead as the server will', () => {
  const sales = [waiting('a', 'open'), waiting('b', 'qualified'), waiting('c', 'closed-won')]
  expect(leadsAhead(sales)).toEqual(
    new Map([
      ['a', 'contacted'],
      ['b', 'qualified'],
      ['c', 'closed-won'],
    ]),
  )
})

test('of two sales to one household, the further counts, whichever was begun first', () => {
  const sales = [waiting('a', 'closed-won'), waiting('a', 'open')]
  expect(leadsAhead(sales)).toEqual(new Map([['a', 'closed-won']]))
  expect(leadsAhead(sales.toReversed())).toEqual(new Map([['a', 'closed-won']]))
})

test('a sale that the server has says nothing of its lead: the server does', () => {
  expect(leadsAhead([waiting('a', 'closed-won', 0)])).toEqual(new Map())
})
