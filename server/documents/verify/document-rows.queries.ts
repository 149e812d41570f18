import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import { pagesOf } from './pages.ts'

/** A file is about 50 KB, so this keeps memory flat. */
const DOCUMENTS_AT_ONCE = 100

/** A sealed document, with what else is stored of its sale. Hashes are in hex. */
export type StoredDocument = {
  session_id: string
  version: number
  bytes: Uint8Array | null
  source_sha256: string
  pdf_sha256: string
  agreement_sha256: string | null
  evidence_sha256: string | null
  findings: unknown
  statement: string
  kid: string
  sealed_at: string
  /** Null if the sale has no evidence. */
  chain: string | null
  /** Whether the chain says that this version was sealed. */
  is_recorded: boolean
  has_sale: boolean
  /** Whether the sale still exists although it is older than the erasure of the document. */
  outlived_erasure: boolean
  /** Whether a day root covers the document, and whether one must because a later day has a root. */
  is_covered: boolean
  must_be_covered: boolean
}

/** Yields every document, ordered by sale and version. */
export const readDocuments = (db: Db): AsyncGenerator<StoredDocument[]> =>
  pagesOf(DOCUMENTS_AT_ONCE, async (after) => {
    const { rows } = await sql<StoredDocument>`
      with page as materialized (
        select session_id, version from sealed_documents
        where (session_id, version) > (${after?.session_id ?? ''}::text, ${after?.version ?? 0}::integer)
        order by session_id, version limit ${DOCUMENTS_AT_ONCE}
      )
      select session_id, version, bytes, encode(source_sha256, 'hex') as source_sha256,
        encode(pdf_sha256, 'hex') as pdf_sha256, encode(document.agreement_sha256, 'hex') as agreement_sha256,
        encode(document.evidence_sha256, 'hex') as evidence_sha256, document.findings, statement, kid, sealed_at, chain,
        (select seq from evidence_events as event join event_payloads using (chain, seq)
          where event.chain = evidence.chain and type = 'sealed' and to_jsonb(version) = payload -> 'version'
            and to_jsonb(encode(pdf_sha256, 'hex')) = payload -> 'pdf_sha256' limit 1) is not null as is_recorded,
        sale.id is not null as has_sale,
        coalesce(sale.created_at < erased_at, false) as outlived_erasure,
        (select day from seal_leaves as leaf where leaf.pdf_sha256 = document.pdf_sha256) is not null as is_covered,
        (select max(day) from seal_days) > (sealed_at at time zone 'UTC')::date as must_be_covered
      from page join sealed_documents as document using (session_id, version)
        left join sale_evidence as evidence using (session_id) left join opportunities as sale using (session_id)
      order by session_id, version`.execute(db)
    return rows
  })

export type Head = { hash: string; chain: string; is_erased: boolean }

/** Finds the events with these hashes (hex), and whether their chains say later that they were erased. */
export async function findHeads(db: Db, hashes: readonly string[]): Promise<ReadonlyMap<string, Head>> {
  const { rows } = await sql<Head>`
    select encode(hash, 'hex') as hash, chain, exists (
        select from evidence_events as later
        where later.chain = head.chain and later.seq > head.seq and later.type = 'erased') as is_erased
    from evidence_events as head
    where hash in (select decode(hex, 'hex') from unnest(${hashes}::text[]) as hex)`.execute(db)
  return new Map(rows.map((head) => [head.hash, head]))
}
