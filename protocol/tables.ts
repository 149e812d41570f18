import type { Lead } from '#domain/lead/lead.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'

/** One line of the sync log: what passed between us and the CRM. */
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

/** The most entries of the sync log that are ever returned (docs/product 6.7). */
export const SYNC_LOG_LIMIT = 50

/** The tables of the data API, by their names in its paths. */
export type Tables = {
  leads: Lead
  opportunities: Opportunity
  ghl_sync_log: SyncLogEntry
}

/** An opportunity as lists and changes carry it: everything but the weight of the signature. */
export type OpportunityListed = Omit<Opportunity, 'contract_signature'>
