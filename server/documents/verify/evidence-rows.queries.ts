import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { pagesOf } from './pages.ts'

/** A body is about 30 KB, at most 2 MB. */
const EVIDENCE_AT_ONCE = 100

/** The evidence of a sale, and what its chain says of it. Hashes are in hex. */
export type StoredEvidence = {
  session_id: string
  agreement_sha256: string
  evidence_sha256: string
  body: Uint8Array
  findings: unknown
  received_at: string
  copy_by: string
  has_agreement: boolean
  /** The receipt of the last evidence that became current. */
  received: { at: string; evidence_sha256: string; agreement_sha256: string } | null
  /** The findings of the last comparison. */
  checked: unknown
  /** The sequence of the first `sealed` event whose document is missing. */
  seal_without_document: number | null
  cancellation_fits: boolean
  disputes_fit: boolean
}

const OF_CHAIN = sql`
  from evidence_events as event join event_payloads using (chain, seq) where event.chain = evidence.chain`

/** Yields the evidence of every sale, ordered by session id. */
export const readEvidence = (db: Db): AsyncGenerator<StoredEvidence[]> =>
  pagesOf(EVIDENCE_AT_ONCE, async (after) => {
    const { rows } = await sql<StoredEvidence>`
      select session_id, encode(agreement_sha256, 'hex') as agreement_sha256,
        encode(evidence_sha256, 'hex') as evidence_sha256, body, findings, received_at, copy_by,
        (select template from agreements where sha256 = agreement_sha256) is not null as has_agreement,
        (select jsonb_build_object('at', iso(at), 'evidence_sha256', payload -> 'evidence_sha256',
            'agreement_sha256', payload -> 'agreement_sha256')
          ${OF_CHAIN} and type in ('received', 'received-again') and payload -> 'is_current' is distinct from 'false'
          order by seq desc limit 1) as received,
        (select payload -> 'findings' ${OF_CHAIN} and type = 'checked' order by seq desc limit 1) as checked,
        (select seq ${OF_CHAIN} and type = 'sealed' and not exists (
            select from sealed_documents as document where document.session_id = evidence.session_id
              and to_jsonb(version) = payload -> 'version'
              and to_jsonb(encode(pdf_sha256, 'hex')) = payload -> 'pdf_sha256')
          order by seq limit 1) as seal_without_document,
        (select jsonb_agg(jsonb_build_array(received_at, way, words, in_time, acknowledged_at))
          from cancellations as cancellation
          where cancellation.session_id = evidence.session_id)
        is not distinct from
        (select jsonb_agg(jsonb_build_array(at, payload -> 'way', payload -> 'words', payload -> 'in_time', (
            select min(at) from evidence_events as later
            where later.chain = evidence.chain and later.type = 'cancel-acknowledged')))
          ${OF_CHAIN} and type = 'cancel-received') as cancellation_fits,
        (select jsonb_agg(jsonb_build_array(received_at, words) order by received_at, words) from disputes as dispute
          where dispute.session_id = evidence.session_id)
        is not distinct from
        (select jsonb_agg(jsonb_build_array(at, payload -> 'words') order by at, payload ->> 'words')
          ${OF_CHAIN} and type = 'disputed') as disputes_fit
      from sale_evidence as evidence where session_id > ${after?.session_id ?? ''}
      order by session_id limit ${EVIDENCE_AT_ONCE}`.execute(db)
    return rows
  })
