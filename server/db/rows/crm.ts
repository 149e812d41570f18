import type { ColumnType, Generated } from 'kysely'
import type { EntryKind } from '#domain/street/contact-entries.ts'
import type { LeadPull } from '#protocol/back-office.ts'
import type { CrmProvider, Moment, MomentOrNull } from './column-types.ts'

export type SyncLogRow = {
  id: Generated<number>
  operation: string
  direction: 'pull' | 'push'
  session_id: string | null
  lead_id: string | null
  status: 'success' | 'error'
  message: string | null
  duration_ms: number
  created_at: Moment
}

export type CrmLinkRow = {
  session_id: string
  provider: ColumnType<CrmProvider, CrmProvider | undefined, CrmProvider>
  contact_id: string | null
  opportunity_id: string | null
  overwritten: Generated<number>
  unsettled_until: string | null
}

export type CrmEventRow = {
  id: Generated<number>
  webhook_id: string
  type: string
  record_kind: 'opportunity' | 'contact' | null
  record_id: string | null
  sent_at: MomentOrNull
  received_at: Moment
  state: 'waiting' | 'done' | 'ignored' | 'parked'
  attempts: Generated<number>
  due_at: Moment
  leased_until: MomentOrNull
  lease: string | null
  reason: string | null
}

export type CrmPollRow = {
  provider: string
  read_up_to: Moment
  due_at: Moment
  leased_until: MomentOrNull
  lease: string | null
  reason: string | null
}

export type CallBudgetRow = {
  location_id: string
  running: unknown
  answered: unknown
  paused_until: MomentOrNull
  pause_code: 'rate-limited' | 'daily-limit' | null
  pause_reason: string | null
  daily_limit: number | null
  daily_remaining: number | null
}

export type LeadPullRow = {
  id: Generated<number>
  source: string
  state: ColumnType<LeadPull['state'], LeadPull['state'] | undefined, LeadPull['state']>
  since: MomentOrNull
  cursor: string | null
  seen: Generated<number>
  total: number | null
  message: string | null
  started_at: Moment
  finished_at: MomentOrNull
  lease: string
  leased_until: Moment
}

export type VisitInCrmRow = {
  lead_id: string
  provider: string
  contact_id: string
  kind: EntryKind
  key: string
  crm_id: string | null
  is_ours: Generated<boolean>
  is_done: Generated<boolean | null>
}
