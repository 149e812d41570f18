import type { Generated } from 'kysely'
import type { LeadStatus } from '#domain/lead/lead.ts'
import type { DoorState } from '#domain/street/door.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type {
  LiftReason,
  RegisterReason,
  RegisterScope,
  RegisterSource,
} from '#domain/street/register-terms.ts'
import type { PhoneState } from '#protocol/identity.ts'
import type { Bytes, DealtWith, Moment, MomentOrNull } from './column-types.ts'

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

export type PhoneRow = {
  id: string
  number: Generated<number>
  label: string | null
  seen_at: MomentOrNull
  is_installed: Generated<boolean>
  is_kept: Generated<boolean>
  area: string | null
  unsent_sales: Generated<number>
  unsent_signed: Generated<number>
  unsent_since: MomentOrNull
  refused_sales: Generated<number>
  person_id: string | null
  state: Generated<PhoneState>
  credential_sha256: Bytes | null
  proof_sha256: Bytes | null
  enrolled_at: MomentOrNull
  state_since: MomentOrNull
}

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
