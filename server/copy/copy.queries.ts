import { sql } from 'kysely'
import type { Agreement } from '#domain/agreement/agreement.ts'
import type { SealedVersion } from '#protocol/copy.ts'
import type { Db } from '../db/schema.ts'

/** The sale behind a customer's code. Moments are UTC, ISO 8601. */
export type CopyFound = {
  sessionId: string
  chain: string
  agreement: Agreement
  signedAt: string
  receivedAt: string
}

type CopyRow = {
  session_id: string
  chain: string
  agreement: Uint8Array
  signed_at: string
  received_at: string
}

/** The moment of signing, for a query with the rows `sale` and `evidence`. */
const SIGNED_AT = sql`coalesce(sale.contract_timestamp, (
  select at from evidence_events as event where event.chain = evidence.chain and type = 'signed'))`

/** Returns the sale of a token by the token's SHA-256. Undefined if the token is unknown or has expired. */
export async function findCopy(db: Db, tokenSha256: Uint8Array): Promise<CopyFound | undefined> {
  const { rows } = await sql<CopyRow>`
    select session_id, evidence.chain, agreement.body as agreement, evidence.received_at,
      ${SIGNED_AT} as signed_at
    from sale_evidence as evidence
    join agreements as agreement on agreement.sha256 = evidence.agreement_sha256
    join opportunities as sale using (session_id)
    where token_sha256 = ${tokenSha256} and token_expires_at > now()`.execute(db)
  const [row] = rows
  return (
    row && {
      sessionId: row.session_id,
      chain: row.chain,
      agreement: JSON.parse(Buffer.from(row.agreement).toString()) as Agreement,
      signedAt: inUtc(row.signed_at),
      receivedAt: inUtc(row.received_at),
    }
  )
}

/** Returns the chain of a sale and when it was signed. Undefined if nothing was recorded of its signing. */
export async function findSigning(
  db: Db,
  sessionId: string,
): Promise<{ chain: string; signedAt: string } | undefined> {
  const { rows } = await sql<{ chain: string; signed_at: string }>`
    select evidence.chain, ${SIGNED_AT} as signed_at
    from sale_evidence as evidence join opportunities as sale using (session_id)
    where session_id = ${sessionId}`.execute(db)
  const [row] = rows
  return row && { chain: row.chain, signedAt: inUtc(row.signed_at) }
}

/** Returns every version of a sale's document that can still be checked, oldest first. */
export async function listSealedVersions(db: Db, sessionId: string): Promise<SealedVersion[]> {
  const { rows } = await sql<SealedVersion>`
    select version, encode(pdf_sha256, 'hex') as pdf_sha256, encode(agreement_sha256, 'hex') as agreement_sha256,
      sealed_at, statement
    from sealed_documents where session_id = ${sessionId} order by version`.execute(db)
  return rows.map((row) => ({ ...row, sealed_at: inUtc(row.sealed_at) }))
}

/** Returns the newest sealed file of a sale, or undefined if nothing is sealed. */
export async function findLatestFile(
  db: Db,
  sessionId: string,
): Promise<{ version: number; bytes: Uint8Array } | undefined> {
  const row = await db
    .selectFrom('sealed_documents')
    .select(['version', 'bytes'])
    .where('session_id', '=', sessionId)
    .where('bytes', 'is not', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.bytes ? { version: row.version, bytes: row.bytes } : undefined
}

/** An event of the customer's copy. The chain commits to its `payload`. */
export type CopyEvent = { type: string; at: string; payload: Record<string, unknown> }

/**
 * Returns the events of a chain whose payloads are kept, such as the signature and what happened to the customer's
 * copy, oldest first.
 */
export async function listCopyEvents(db: Db, chain: string): Promise<CopyEvent[]> {
  const { rows } = await sql<CopyEvent>`
    select type, at, payload from evidence_events join event_payloads using (chain, seq)
    where chain = ${chain} order by seq`.execute(db)
  return rows.map((row) => ({ ...row, at: inUtc(row.at) }))
}

/** Returns a moment in UTC, ISO 8601 with milliseconds and `Z`. */
export const inUtc = (moment: string) => new Date(moment).toISOString()
