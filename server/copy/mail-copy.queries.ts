import { sql } from 'kysely'
import type { Agreement } from '#domain/agreement/agreement.ts'
import type { Db } from '../db/schema.ts'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import { inUtc } from './copy.queries.ts'

/** A version of a sealed document. The id of its mail derives from it. The hash is in hex. */
export type MailedVersion = { version: number; pdfSha256: string }

/** The data for a mail with a sealed document. Moments are UTC, ISO 8601. */
export type CopyToMail = MailedVersion & {
  chain: string
  agreement: Agreement
  pdf: Uint8Array
  sealedAt: string
  signedAt: string
  name: string
  address: string
  /** The moment when the mail was queued. A person may queue it again. */
  queuedAt: string
  /** The first version that was mailed; null if it is this one. */
  first: MailedVersion | null
}

type CopyRow = {
  chain: string
  agreement: Uint8Array
  bytes: Uint8Array
  pdf_sha256: string
  sealed_at: string
  signed_at: string
  name: string | null
  address: string | null
  is_held: boolean
  queued_at: string
  first_version: number | null
  first_sha256: string | null
}

/** Returns what to mail for a delivery, and whether its sale is held. Undefined if the sale was erased meanwhile. */
export async function findCopyToMail(
  db: Db,
  { id, sequence: version }: Pick<Delivery, 'id' | 'sequence'>,
): Promise<(CopyToMail & { isHeld: boolean }) | undefined> {
  const { rows } = await sql<CopyRow>`
    select chain, agreement.body as agreement, document.bytes, encode(document.pdf_sha256, 'hex') as pdf_sha256,
      document.sealed_at, contract_timestamp as signed_at, customer_name as name, customer_email as address,
      sale.hold is not null as is_held,
      queued.created_at as queued_at, first.version as first_version,
      encode(first.pdf_sha256, 'hex') as first_sha256
    from deliveries as queued
    join sealed_documents as document on document.session_id = queued.session_id and document.version = queued.sequence
    join agreements as agreement on agreement.sha256 = document.agreement_sha256
    join sale_evidence as signing on signing.session_id = queued.session_id
    join opportunities as sale on sale.session_id = queued.session_id
    left join lateral (
      select earlier.version, earlier.pdf_sha256 from sealed_documents as earlier
      join deliveries as sent on sent.target = 'copy' and sent.session_id = earlier.session_id
        and sent.sequence = earlier.version
      where earlier.session_id = queued.session_id and earlier.version < queued.sequence
      order by earlier.version limit 1) as first on true
    where queued.id = ${id} and document.bytes is not null and contract_timestamp is not null`.execute(db)
  const [row] = rows
  return row && { ...copyOf(row), version, isHeld: row.is_held }
}

const copyOf = (row: CopyRow): Omit<CopyToMail, 'version'> => ({
  chain: row.chain,
  agreement: JSON.parse(Buffer.from(row.agreement).toString()) as Agreement,
  pdf: row.bytes,
  pdfSha256: row.pdf_sha256,
  sealedAt: inUtc(row.sealed_at),
  signedAt: inUtc(row.signed_at),
  name: row.name ?? '',
  address: (row.address ?? '').trim(),
  queuedAt: inUtc(row.queued_at),
  first:
    row.first_version === null || row.first_sha256 === null
      ? null
      : { version: row.first_version, pdfSha256: row.first_sha256 },
})
