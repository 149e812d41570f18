import { expect, test } from 'vitest'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneSale } from '../sync/phone-sales.ts'
import { leadsAhead } from './leads-ahead.ts'

const written = (lead_id: string, status: 'open' | 'qualified' | 'closed-won', writes = 1): PhoneSale => ({
  sessionId: `${lead_id}-${status}`,
  savedAt: '2026-03-01T12:00:00.000Z',
  acceptedAt: '2026-03-01T12:00:00.000Z',
  written: { lead_id, status },
  writes,
  reports: 0,
  records: 0,
  parked: [],
  receipt: undefined,
})

const notListed = () => undefined

test('moves the lead of a sale that is not listed yet as the server will', () => {
  const sales = [written('a', 'open'), written('b', 'qualified', 0), written('c', 'closed-won')]
  expect(leadsAhead(sales, notListed)).toEqual(
    new Map([
      ['a', 'contacted'],
      ['b', 'qualified'],
      ['c', 'closed-won'],
    ]),
  )
})

test('takes the furthest of two sales to one household, whichever was begun first', () => {
  const sales = [written('a', 'closed-won'), written('a', 'open')]
  expect(leadsAhead(sales, notListed)).toEqual(new Map([['a', 'closed-won']]))
  expect(leadsAhead(sales.toReversed(), notListed)).toEqual(new Map([['a', 'closed-won']]))
})

const AT = '2026-03-01T12:00:05.000Z'

test.each<[PhoneSale, Partial<OpportunityListed>, isAhead: boolean]>([
  [written('a', 'open'), { lead_id: 'a', status: 'open' }, false],
  [written('a', 'open'), { lead_id: 'another', status: 'open' }, true],
  [written('a', 'qualified'), { lead_id: 'a', status: 'open' }, true],
  [written('a', 'qualified'), { lead_id: 'a', status: 'qualified' }, false],
  [written('a', 'qualified'), { lead_id: 'a', status: 'closed-lost' }, false],
  [written('a', 'closed-won'), { lead_id: 'a', status: 'qualified', received_at: null }, true],
  [written('a', 'closed-won'), { lead_id: 'a', status: 'closed-won', received_at: null }, true],
  [written('a', 'closed-won'), { lead_id: 'a', status: 'closed-won', received_at: AT }, false],
  [written('a', 'closed-won'), { lead_id: 'a', status: 'closed-lost', received_at: AT }, false],
])('%j against the listed %j: ahead is %s', (sale, listed, isAhead) => {
  const ahead = leadsAhead([sale], () => listed as OpportunityListed)
  expect(ahead.has('a')).toBe(isAhead)
})
