import type { Generated } from 'kysely'
import type { Choices } from '#domain/agreement/choices.ts'
import type { Bytes, DealtWith, Moment, MomentOrNull } from './column-types.ts'

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

export type DocumentsGivenRow = { session_id: string; since: Moment; given_at: MomentOrNull } & DealtWith
