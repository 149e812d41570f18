import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { SALE_SHOWN } from '../documents.queries.ts'
import type { SaleShown } from '../pdf/source.ts'
import type { Words } from '../words.ts'
import { pagesOf } from './pages.ts'

/** Each row has the picture of a signature. */
const SALES_AT_ONCE = 200

/** A sale with a document, and the source of its newest version. */
export type SealedSale = SaleShown & {
  source_sha256: Uint8Array
  /** The source hash of the previous version; null for the first. */
  source_before: Uint8Array | null
  /** The words of the newest version about the sale; null if nothing was recorded of the signing. */
  words: Words | null
  is_erased: boolean
  /** Whether a later version's words about the sale differ from an earlier one's. */
  is_corrected: boolean
  /** Whether the next version is queued. */
  is_queued: boolean
}

/** Yields every sale with a document, ordered by session id. An erased sale has no words. */
export const readSealedSales = (db: Db): AsyncGenerator<SealedSale[]> =>
  pagesOf(SALES_AT_ONCE, async (after) => {
    const { rows } = await sql<SealedSale>`
      with page as materialized (
        select session_id, max(version) as version from sealed_documents
        where session_id > ${after?.session_id ?? ''} group by session_id order by session_id limit ${SALES_AT_ONCE}
      )
      select ${SALE_SHOWN}, bytes is null as is_erased, document.source_sha256,
        findings @> '["corrected"]' or version > 1 and agreement_sha256 is null as is_corrected, (
          select source_sha256 from sealed_documents as earlier
          where earlier.session_id = document.session_id and earlier.version = document.version - 1) as source_before,
        (select payload -> 'words' from sale_evidence as evidence join evidence_events using (chain)
            join event_payloads using (chain, seq)
          where evidence.session_id = document.session_id and type = 'sealed' order by seq desc limit 1) as words,
        (select seal.id from deliveries as seal
          where seal.session_id = document.session_id and target = 'seal' and sequence = 0
            and state <> 'delivered') is not null as is_queued
      from page join sealed_documents as document using (session_id, version)
        left join opportunities using (session_id)
      order by session_id`.execute(db)
    return rows
  })
