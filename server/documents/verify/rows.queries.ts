import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** Files of about 50 KB: few enough that memory stays flat. */
const DOCUMENTS_AT_ONCE = 100
const LEAVES_AT_ONCE = 5_000

export type DocumentRow = {
  session_id: string
  version: number
  bytes: Uint8Array | null
  pdf_sha256: string
  agreement_sha256: string | null
  evidence_sha256: string | null
  statement: string
  kid: string
  sealed_at: string
  /** Whether a day root covers it, and whether one should: a root of a later day is there. */
  is_covered: boolean
  must_be_covered: boolean
}

/** Yields every document, by sale and version. */
export async function* readDocuments(db: Db): AsyncGenerator<DocumentRow> {
  let after = { session_id: '', version: 0 }
  for (;;) {
    const { rows } = await sql<DocumentRow>`
      select session_id, version, bytes, encode(pdf_sha256, 'hex') as pdf_sha256,
        encode(agreement_sha256, 'hex') as agreement_sha256, encode(evidence_sha256, 'hex') as evidence_sha256,
        statement, kid, sealed_at,
        exists (select from seal_leaves where seal_leaves.pdf_sha256 = document.pdf_sha256) as is_covered,
        exists (select from seal_days where day > (sealed_at at time zone 'UTC')::date) as must_be_covered
      from sealed_documents as document
      where (session_id, version) > (${after.session_id}, ${after.version})
      order by session_id, version limit ${DOCUMENTS_AT_ONCE}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < DOCUMENTS_AT_ONCE) return
    after = last
  }
}

export type LeafRow = { position: number; pdf_sha256: Uint8Array; has_document: boolean }

/** Yields the leaves of a day in their order. */
export async function* readLeaves(db: Db, day: string): AsyncGenerator<LeafRow> {
  for (let after = -1; ; ) {
    const { rows } = await sql<LeafRow>`
      select position, pdf_sha256,
        exists (select from sealed_documents as document where document.pdf_sha256 = leaf.pdf_sha256) as has_document
      from seal_leaves as leaf where day = ${day}::date and position > ${after}
      order by position limit ${LEAVES_AT_ONCE}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < LEAVES_AT_ONCE) return
    after = last.position
  }
}
