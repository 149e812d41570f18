import type { Lead, LeadStatus } from '#domain/lead/lead.ts'
import { NOTHING_YET } from '#domain/opportunity/opportunity.ts'
import type { Change } from '#protocol/changes.ts'
import type { OpportunityListed } from '#protocol/tables.ts'

const AT = '2026-03-01T12:00:00.000Z'

export const leadOf = (id: string, status: LeadStatus = 'new', area: string | null = 'Ludlow'): Lead => ({
  id,
  street_address: `${id} High Street`,
  postcode: 'SY8 1AA',
  household_size: null,
  voucher_value: '100',
  status,
  priority: 'medium',
  contact_name: null,
  contact_phone: null,
  contact_email: null,
  notes: null,
  area,
  created_at: AT,
  updated_at: AT,
})

export const saleOf = (id: string, other: Partial<OpportunityListed> = {}): OpportunityListed => {
  const { contract_signature: _, ...nothing } = NOTHING_YET
  const times = { created_at: AT, updated_at: AT, received_at: null, last_ghl_sync: null }
  const rest = { ...times, area: 'Ludlow', closed_by: null, ghl_opportunity_id: null, notes: null }
  return { ...nothing, ...rest, id, session_id: `session-${id}`, ...other } as OpportunityListed
}

export const changeOf = (record: Lead, type: Change['type'] = 'UPDATE'): Change => ({
  table: 'leads',
  type,
  record,
})
