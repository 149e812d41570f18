import { describe, expect, it } from 'vitest'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'
import { AT, LATER, phone, receipt, row } from './tracked.testing.ts'
import { trackedSales } from './tracked-sales.ts'

describe('trackedSales', () => {
  const ahead = phone({ writes: 1, written: { status: 'closed-won', total_value: 1394 } })
  const taken = { ...ahead, writes: 0, receipt }
  const tracked = (
    rows: readonly OpportunityListed[],
    sale: PhoneSale,
    list: { inStepAt: string | undefined } = { inStepAt: AT },
  ) => trackedSales({ rows, ...list }, new Map([[sale.sessionId, sale]]))

  it('returns the listed sales unchanged if nothing is waiting', () => {
    const rows = [row()]
    expect(tracked(rows, phone())).toBe(rows)
  })

  it('shows changes that this phone has not sent yet', () => {
    const [sale] = tracked([row()], ahead)
    expect(sale).toMatchObject({ id: '1', status: 'closed-won', total_value: 1394 })
  })

  it('puts the sales that only this phone has at the top', () => {
    const sales = tracked([row({ id: '2', session_id: 'sale_2_b' })], ahead)
    expect(sales.map(({ session_id, status }) => [session_id, status])).toEqual([
      ['sale_1_a', 'closed-won'],
      ['sale_2_b', 'open'],
    ])
  })

  it('shows sent changes if the list is older than they are', () => {
    const sold = [{ session_id: 'sale_1_a', status: 'closed-won' }]
    expect(tracked([row()], { ...taken, acceptedAt: LATER })).toMatchObject(sold)
    expect(tracked([], { ...taken, acceptedAt: LATER })).toMatchObject(sold)
    expect(tracked([], taken, { inStepAt: undefined })).toMatchObject(sold)
  })

  it('keeps the listed sale if the list is newer, and drops a sale that the list no longer has', () => {
    const corrected = row({ status: 'closed-won', received_at: LATER, total_value: 1294 })
    expect(tracked([corrected], { ...taken, acceptedAt: LATER })).toEqual([corrected])
    expect(tracked([], taken, { inStepAt: LATER })).toEqual([])
  })

  it('keeps a sale that the CRM has closed', () => {
    const lost = row({ status: 'closed-lost', closed_by: 'crm' })
    expect(tracked([lost], ahead)).toEqual([lost])
  })
})
