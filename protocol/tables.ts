import type { Lead } from '#domain/lead/lead.ts'
import type { OFFICE_COLUMNS, Opportunity } from '#domain/opportunity/opportunity.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type {
  LiftReason,
  RegisterReason,
  RegisterScope,
  RegisterSource,
} from '#domain/street/register-terms.ts'

/** One entry of the sync log: an exchange between us and the CRM. */
export type SyncLogEntry = {
  id: number
  operation: string
  direction: 'pull' | 'push'
  session_id: string | null
  lead_id: string | null
  status: 'success' | 'error'
  message: string | null
  duration_ms: number
  created_at: string
}

/** An entry of the do-not-knock register (docs/product 16.1). Moments are UTC, ISO 8601. */
export type DoNotKnock = {
  id: string
  scope: RegisterScope
  uprn: number | null
  address_key: string | null
  street_key: string | null
  postcodes: string | null
  reason: RegisterReason
  source: RegisterSource
  at: string
  phone: string | null
  received_at: string
  lifted_at: string | null
  lifted_by: 'agent' | 'office' | null
  lifted_why: LiftReason | null
}

/** A visit as the back office reads it (docs/product 15.2). Moments are UTC, ISO 8601. */
export type VisitRead = {
  id: string
  lead_id: string
  area: string
  outcome: Outcome
  occurred_at: string
  received_at: string
  phone: string | null
  note: string | null
  call_back_on: string | null
  call_back_at: string | null
  undoes: string | null
  erased_at: string | null
}

/** The max number of entries of the sync log that are ever returned (docs/product 6.7). */
export const SYNC_LOG_LIMIT = 50

/** The tables of the data API, by their names in its paths. */
export type Tables = {
  leads: Lead
  opportunities: Opportunity
  ghl_sync_log: SyncLogEntry
  do_not_knock: DoNotKnock
  visits: VisitRead
}

/** An opportunity as phones list it: without the large signature, and without columns that they do not show. */
export type OpportunityListed = Omit<Opportunity, 'contract_signature' | (typeof OFFICE_COLUMNS)[number]>
