import { expect, it } from 'vitest'
import { isAheadOfList } from './hindrance.ts'
import type { LiveLists } from './lists/live-lists.ts'
import { OpportunityBook } from './lists/opportunity-book.ts'
import { AT, LATER, phone, row, SIGNED } from './screens/tracker/tracked.testing.ts'

const signed = phone({ acceptedAt: LATER, written: { status: 'closed-won' } })
const listsWith = (listed: ReturnType<typeof row>, inStepAt: string | undefined) => {
  const opportunities = new OpportunityBook()
  opportunities.put(listed)
  return { shown: { opportunities }, inStepAt } as LiveLists
}

it('is ahead if the server accepted something after the list was last complete', () => {
  expect(isAheadOfList(listsWith(row({ status: 'qualified' }), AT), signed)).toBe(true)
  expect(isAheadOfList(listsWith(row({ session_id: 'sale_2_b', id: '2' }), undefined), signed)).toBe(true)
})

it('is not ahead if the list shows it, if it is unsent, or if the list is newer', () => {
  const behind = listsWith(row({ status: 'qualified' }), AT)
  expect(isAheadOfList(listsWith(row({ ...SIGNED, received_at: LATER }), AT), signed)).toBe(false)
  expect(isAheadOfList(behind, { ...signed, writes: 1 })).toBe(false)
  expect(isAheadOfList(behind, undefined)).toBe(false)
  expect(isAheadOfList(listsWith(row({ status: 'qualified' }), LATER), signed)).toBe(false)
})
