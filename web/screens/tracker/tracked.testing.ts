import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'

export const AT = '2026-03-01T10:00:00.000Z'
export const LATER = '2026-03-01T11:00:00.000Z'

export const row = (fields: Partial<OpportunityListed> = {}) =>
  ({
    id: '1',
    session_id: 'sale_1_a',
    status: 'open',
    created_at: AT,
    updated_at: AT,
    received_at: null,
    ghl_opportunity_id: null,
    last_ghl_sync: null,
    closed_by: null,
    ...fields,
  }) as OpportunityListed
export const SIGNED = { status: 'closed-won' as const, contract_timestamp: AT }
export const phone = (fields: Partial<PhoneSale> = {}): PhoneSale => ({
  sessionId: 'sale_1_a',
  savedAt: AT,
  acceptedAt: AT,
  written: {},
  writes: 0,
  reports: 0,
  records: 0,
  parked: [],
  receipt: undefined,
  ...fields,
})
export const receipt = { sessionId: 'sale_1_a', sha256: '', at: AT, checkedAt: AT, corrected: false }
