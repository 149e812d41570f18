import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Choices } from '#domain/agreement/choices.ts'
import type { LeadPriority, LeadStatus } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { AreaEntry } from '#domain/premises/area-entry.ts'
import type { DatasetKind, DatasetState, Month } from '#domain/premises/dataset.ts'
import type { EntryKind } from '#domain/street/contact-entries.ts'
import type { DoorState } from '#domain/street/door.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type {
  LiftReason,
  RegisterReason,
  RegisterScope,
  RegisterSource,
} from '#domain/street/register-terms.ts'
import type { DeliveryState, DeliveryTarget, LeadPull } from '#protocol/back-office.ts'
import type { DatasetFile } from '#protocol/premises-data.ts'

/** Times leave the database as text (UTC ISO 8601) and enter it as text; both drivers are set so. */
type Moment = ColumnType<string, string | undefined, string>
type MomentOrNull = string | null
/** `numeric` leaves as text, exact; it enters as a number or text. */
type Amount = ColumnType<string, number | string, number | string>
type AmountOrNull = ColumnType<string | null, number | string | null | undefined, number | string | null>

/** Bytes leave as a `Uint8Array` of either driver. */
type Bytes = Uint8Array

type CrmProvider = 'sandbox' | 'gohighlevel'

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
  /** Which CRM the contact's id is of. */
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
  /** Where it was made: its lead's area at that moment. */
  area: string | null
  closed_by: 'agent' | 'crm' | null
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

export type ChangeRow = {
  transaction_id: string
  id: Generated<number>
  table_name: 'leads' | 'opportunities' | 'street'
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  areas: Generated<string[]>
  record: unknown
  changed_at: Moment
}

/** A number to add to a count; negative to subtract. Leads have no status and no value. */
type TallyRow = {
  table_name: 'leads' | 'opportunities'
  area: string
  status: Generated<string>
  count: number
  value: Generated<number>
}

export type DeliveryRow = {
  id: Generated<number>
  target: DeliveryTarget
  session_id: string
  sequence: Generated<number>
  wanted: Generated<number>
  delivered: Generated<number>
  state: ColumnType<DeliveryState, 'waiting' | undefined, DeliveryState>
  attempts: Generated<number>
  due_at: Moment
  leased_until: MomentOrNull
  lease: string | null
  reason: string | null
  payload: unknown
  step: string | null
  request_id: string | null
  created_at: Moment
  updated_at: Moment
}

export type DeliveryAttemptRow = {
  id: Generated<number>
  delivery_id: number
  at: Moment
  ok: boolean
  status: number | null
  message: string | null
  duration_ms: number
  request_id: string | null
}

export type ReceiverRow = {
  target: DeliveryTarget
  receiver: string
  rests_until: MomentOrNull
  closed_at: MomentOrNull
  reason: string
}

export type CrmLinkRow = {
  session_id: string
  provider: ColumnType<CrmProvider, CrmProvider | undefined, CrmProvider>
  contact_id: string | null
  opportunity_id: string | null
  overwritten: Generated<number>
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

export type SealKeyRow = {
  kid: string
  certificate: Bytes
  not_after: Moment
  created_at: Moment
  retired_at: MomentOrNull
}

export type SealedDocumentRow = {
  session_id: string
  version: number
  source_sha256: Bytes
  bytes: Bytes | null
  pdf_sha256: Bytes
  agreement_sha256: Bytes | null
  evidence_sha256: Bytes | null
  findings: unknown
  statement: string
  kid: string
  sealed_at: Moment
  erased_at: MomentOrNull
}

export type SealDayRow = { day: string; size: number; root: Bytes; statement: string }

export type SealLeafRow = { day: string; position: number; pdf_sha256: Bytes }

export type AgreementRow = { sha256: Bytes; template: string; body: Bytes; created_at: Moment }

export type SaleEvidenceRow = {
  session_id: string
  chain: string
  salt: Bytes
  agreement_sha256: Bytes
  body: Bytes
  evidence_sha256: Bytes
  token_sha256: Bytes
  token_expires_at: Moment
  findings: unknown
  received_at: Moment
  copy_by: Choices['copy']
}

export type EvidenceEventRow = {
  id: Generated<number>
  chain: string
  seq: number
  type: string
  at: Moment
  commitment: Bytes
  prev: Bytes
  hash: Bytes
}

export type EventPayloadRow = { chain: string; seq: number; payload: unknown }

export type CancellationRow = {
  id: Generated<number>
  session_id: string
  received_at: Moment
  way: 'page'
  words: string
  in_time: boolean
  acknowledged_at: MomentOrNull
} & DealtWith

export type DisputeRow = {
  id: Generated<number>
  session_id: string
  received_at: Moment
  words: string
} & DealtWith

type DealtWith = { dealt_with_at: MomentOrNull; dealt_with_by: string | null }

export type DocumentsGivenRow = { session_id: string; since: Moment; given_at: MomentOrNull } & DealtWith

export type DoNotKnockRow = {
  id: string
  scope: RegisterScope
  uprn: number | null
  address_key: string | null
  street_key: string | null
  postcodes: string | null
  reason: RegisterReason
  source: RegisterSource
  at: Moment
  phone: string | null
  received_at: Moment
  lifted_at: MomentOrNull
  lifted_by: 'agent' | 'office' | null
  lifted_why: LiftReason | null
}

export type DoNotKnockLeadRow = { lead_id: string; status_before: LeadStatus }

export type DoNotKnockTagRow = { lead_id: string }

export type DoNotKnockSaleRow = { session_id: string; entry_id: string; found_at: Moment } & DealtWith

export type VisitRow = {
  id: string
  lead_id: string
  area: string
  outcome: Outcome
  occurred_at: Moment
  received_at: Moment
  phone: string | null
  note: string | null
  call_back_on: string | null
  call_back_at: string | null
  undoes: string | null
  erased_at: MomentOrNull
}

export type VisitInCrmRow = {
  lead_id: string
  provider: string
  contact_id: string
  kind: EntryKind
  key: string
  crm_id: string | null
  is_ours: Generated<boolean>
  is_done: Generated<boolean>
}

export type DoorRow = {
  lead_id: string
  area: string
  state: DoorState
  next_on: string | null
  next_at: string | null
  last_outcome: Outcome | null
  last_at: MomentOrNull
  tries: number
  lead_from: LeadStatus | null
  lead_to: LeadStatus | null
  updated_at: Moment
}
export type DatasetVersionRow = {
  id: Generated<number>
  kind: DatasetKind
  observed_month: Month
  source: string
  source_url: string
  licence: string
  attribution: string
  sha256: string
  only_areas: string[]
  /** JSON text enters. */
  files: ColumnType<DatasetFile[], string | undefined, string>
  rows: Generated<number>
  refused: Generated<number>
  state: Generated<DatasetState>
  leased_until: MomentOrNull
  imported_at: MomentOrNull
  read_percent: Generated<number>
  placed_up_to: string | null
  placed_at: MomentOrNull
}

export type PremisesRow = {
  version: number
  facts: number
  lot: number | null
  uprn: number
  contract_until: string | null
  contract_supplier: number | null
  voucher_supplier: number | null
  voucher_project: number | null
  postcode: string
  lad: string | null
}

export type VoucherAreaRow = AreaEntry & { updated_at: Moment }

export type StreetPhoneRow = { phone: string; number: number }

export type ClaimRow = {
  id: string
  street: string
  street_name: string
  area: string
  phone: string
  claimed_at: Moment
  until: Moment
  released_at: MomentOrNull
  lost_to: string | null
}

/** Every table that the server's own code reads and writes. */
export type Schema = {
  leads: LeadRow
  lead_places: LeadPlaceRow
  lead_imports: LeadImportRow
  opportunities: OpportunityRow
  applied_calls: AppliedCallRow
  ghl_sync_log: SyncLogRow
  changes: ChangeRow
  change_epoch: { epoch: string }
  deliveries: DeliveryRow
  delivery_attempts: DeliveryAttemptRow
  receivers: ReceiverRow
  crm_links: CrmLinkRow
  crm_events: CrmEventRow
  crm_polls: CrmPollRow
  call_budgets: CallBudgetRow
  lead_pulls: LeadPullRow
  tallies: TallyRow
  seal_keys: SealKeyRow
  sealed_documents: SealedDocumentRow
  seal_days: SealDayRow
  seal_leaves: SealLeafRow
  agreements: AgreementRow
  sale_evidence: SaleEvidenceRow
  evidence_events: EvidenceEventRow
  event_payloads: EventPayloadRow
  cancellations: CancellationRow
  disputes: DisputeRow
  documents_given: DocumentsGivenRow
  do_not_knock: DoNotKnockRow
  do_not_knock_leads: DoNotKnockLeadRow
  do_not_knock_tags: DoNotKnockTagRow
  do_not_knock_sales: DoNotKnockSaleRow
  visits: VisitRow
  street_phones: StreetPhoneRow
  claims: ClaimRow
  doors: DoorRow
  visits_in_crm: VisitInCrmRow
  dataset_versions: DatasetVersionRow
  premises: PremisesRow
  premises_names: { version: number; id: number; name: string }
  supplier_premises: { version: number; uprn: number }
  uprn_points: { version: number; uprn: number; lat: number; lon: number }
  voucher_areas: VoucherAreaRow
}

/** A handle on the database, or on one transaction of it. Inside a transaction use only the transaction's. */
export type Db = Kysely<Schema>
