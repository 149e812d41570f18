import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { SALE_SHOWN } from '../documents.queries.ts'
import type { SaleShown } from '../pdf/source.ts'
import type { Words } from '../words.ts'
import { pagesOf } from './pages.ts'

/** Rows with the picture of a signature. */
const SALES_AT_ONCE = 200

/** A sale with a document, and what its newest version was made from. */
export type SealedSale = SaleShown & {
  source_sha256: Uint8Array
  /** Of the version before; null for the first. */
  source_before: Uint8Array | null
  /** What the newest version says of the sale; null if nothing was recorded of the signing. */
  words: Words | null
  /** Whether the next version is queued. */
  is_queued: boolean
}

/** Yields every sale whose newest document is not erased, by session id. */
export const readSealedSales = (db: Db): AsyncGenerator<SealedSale[]> =>
  pagesOf(SALES_AT_ONCE, async (after) => {
    const { rows } = await sql<SealedSale>`
      select ${SALE_SHOWN}, document.source_sha256, (
          select source_sha256 from sealed_documents as earlier
          where earlier.session_id = document.session_id and earlier.version = document.version - 1) as source_before,
        (select payload -> 'words' from sale_evidence as evidence join evidence_events using (chain)
            join event_payloads using (chain, seq)
          where evidence.session_id = document.session_id and type = 'sealed' order by seq desc limit 1) as words,
        exists (select from deliveries as seal
          where seal.session_id = document.session_id and target = 'seal' and state <> 'delivered') as is_queued
      from sealed_documents as document join opportunities using (session_id)
      where session_id > ${after?.session_id ?? ''} and bytes is not null and not exists (
        select from sealed_documents as later
        where later.session_id = document.session_id and later.version > document.version)
      order by session_id limit ${SALES_AT_ONCE}`.execute(db)
    return rows
  })
