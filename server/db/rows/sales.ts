import type { ColumnType, Generated } from 'kysely'
import type { Hold } from '#domain/access/hold.ts'
import type { SaleOutcomeKind } from '#domain/after-signature/sale-outcome.ts'
import type { LeadPriority, LeadStatus } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Amount, AmountOrNull, CrmProvider, Moment, MomentOrNull } from './column-types.ts'

export type LeadRow = {
  id: Generated<string>
  street_address: string
  postcode: string
  household_size: number | null
  voucher_value: Amount
  status: ColumnType<LeadStatus, LeadStatus | undefined, LeadStatus>
  priority: ColumnType<LeadPriority, LeadPriority | undefined, LeadPriority>
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  notes: string | null
  area: string | null
  created_at: Moment
  updated_at: Moment
  /** The CRM that `crm_contact_id` belongs to. */
  crm_provider: ColumnType<CrmProvider, CrmProvider | undefined, CrmProvider>
  crm_contact_id: string | null
}

export type LeadPlaceRow = {
  lead_id: string
  uprn: number | null
  lat: number | null
  lon: number | null
  point_source: 'uprn' | 'postcode' | 'given' | null
  premises_match: 'given' | 'confirmed' | null
}

export type LeadImportRow = {
  hash: string
  rows: number
  done: Generated<number>
  rest: string
  counts: unknown
  started_at: Moment
  finished_at: MomentOrNull
}

export type OpportunityRow = {
  id: Generated<string>
  session_id: string
  status: ColumnType<OpportunityStatus, OpportunityStatus | undefined, OpportunityStatus>
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  customer_location: string | null
  lead_id: string | null
  service_package_id: string | null
  service_package_name: string | null
  service_speed: string | null
  service_monthly_price: AmountOrNull
  service_installation_price: AmountOrNull
  total_value: AmountOrNull
  customer_discount: AmountOrNull
  voucher_amount: AmountOrNull
  customer_id_number: string | null
  contract_signature: string | null
  contract_timestamp: MomentOrNull
  contract_ip_address: string | null
  eligibility_status: boolean | null
  eligibility_scheme: string | null
  notes: string | null
  ghl_opportunity_id: string | null
  last_ghl_sync: MomentOrNull
  created_at: Moment
  updated_at: Moment
  received_at: MomentOrNull
  /** The area of the lead at the moment when the sale was made. */
  area: string | null
  closed_by: 'agent' | 'crm' | null
  qualified_at: MomentOrNull
  won_at: MomentOrNull
  lost_at: MomentOrNull
  phone_id: string | null
  owner_id: string | null
  hold: Hold | null
  revision: Generated<number>
  sealed: Generated<boolean>
}

export type AppliedCallRow = {
  session_id: string
  sequence: number
  status: number
  answer: unknown
  applied_at: Moment
}

export type ChangeRow = {
  transaction_id: string
  id: Generated<number>
  table_name: 'leads' | 'opportunities' | 'street'
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  areas: Generated<string[]>
  record: unknown
  changed_at: Moment
}

/** A number to add to a count, or if negative to subtract. Leads have no status and no value. */
export type TallyRow = {
  table_name: 'leads' | 'opportunities'
  area: string
  status: Generated<string>
  count: number
  value: Generated<number>
}

export type SaleOutcomeRow = {
  id: string
  session_id: string
  kind: SaleOutcomeKind
  happened_on: string
  amount: AmountOrNull
  words: string
  recorded_at: Moment
  taken_back_at: MomentOrNull
}
