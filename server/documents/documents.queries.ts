import { sql } from 'kysely'
import type { SealedDocument } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import type { SaleShown } from './pdf/source.ts'

/** The columns of a sale that its document shows. */
export const SALE_SHOWN = sql`session_id, customer_name, customer_email, customer_phone, customer_location,
  service_package_name, service_speed, service_monthly_price::text, service_installation_price::text,
  customer_discount::text, total_value::text, contract_timestamp, contract_signature, received_at,
  coalesce(customer_id_number, '') <> '' as has_id_number`

/** Returns a sale as its document shows it, or undefined if it is not signed or no longer stored. */
export async function findSignedSale(db: Db, sessionId: string): Promise<SaleShown | undefined> {
  const { rows } = await sql<SaleShown>`
    select ${SALE_SHOWN} from opportunities
    where session_id = ${sessionId} and received_at is not null and contract_signature is not null
      and contract_timestamp is not null and (status = 'closed-won' or sealed)`.execute(db)
  return rows[0]
}

/** Returns the last two versions of a sale's document, newest first. */
export async function findLastVersions(db: Db, sessionId: string) {
  const { rows } = await sql<{ version: number; source_sha256: Buffer }>`
    select version, source_sha256 from sealed_documents
    where session_id = ${sessionId} order by version desc limit 2`.execute(db)
  return rows.map(({ version, source_sha256 }) => ({ version, source_sha256: Buffer.from(source_sha256) }))
}

export type DocumentToStore = {
  session_id: string
  version: number
  source_sha256: Uint8Array
  bytes: Uint8Array
  pdf_sha256: Uint8Array
  agreement_sha256: Uint8Array | null
  evidence_sha256: Uint8Array | null
  findings: readonly string[]
  statement: string
  kid: string
  sealed_at: string
}

/** Stores a document, unless that version is already stored or its key was retired. Returns whether it was stored. */
export async function storeDocument(db: Db, { findings, ...document }: DocumentToStore): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sealed_documents')
    .columns([
      'session_id',
      'version',
      'source_sha256',
      'bytes',
      'pdf_sha256',
      'agreement_sha256',
      'evidence_sha256',
      'findings',
      'statement',
      'kid',
      'sealed_at',
    ])
    .expression(
      db
        .selectFrom('seal_keys')
        .select([
          sql<string>`${document.session_id}::text`.as('session_id'),
          sql<number>`${document.version}::integer`.as('version'),
          sql<Uint8Array>`${document.source_sha256}::bytea`.as('source_sha256'),
          sql<Uint8Array>`${document.bytes}::bytea`.as('bytes'),
          sql<Uint8Array>`${document.pdf_sha256}::bytea`.as('pdf_sha256'),
          sql<Uint8Array>`${document.agreement_sha256}::bytea`.as('agreement_sha256'),
          sql<Uint8Array>`${document.evidence_sha256}::bytea`.as('evidence_sha256'),
          sql<unknown>`${JSON.stringify(findings)}::jsonb`.as('findings'),
          sql<string>`${document.statement}::text`.as('statement'),
          'kid',
          sql<string>`${document.sealed_at}::timestamptz`.as('sealed_at'),
        ])
        .where('kid', '=', document.kid)
        .where('retired_at', 'is', null),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns the versions of a sale's document, oldest first. */
export async function listDocuments(db: Db, sessionId: string): Promise<SealedDocument[]> {
  const { rows } = await sql<SealedDocument>`
    select version, encode(pdf_sha256, 'hex') as pdf_sha256, encode(agreement_sha256, 'hex') as agreement_sha256,
      sealed_at, findings
    from sealed_documents where session_id = ${sessionId} order by version`.execute(db)
  return rows
}

/** Returns the sealed file of a version, or undefined if it does not exist or was erased. */
export async function findFile(db: Db, sessionId: string, version: number): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('sealed_documents')
    .select('bytes')
    .where('session_id', '=', sessionId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.bytes ?? undefined
}

/** Erases the files of these sales. Keeps hashes and statements, so that day roots can be recomputed. */
export async function eraseDocuments(db: Db, sessionIds: readonly string[]): Promise<void> {
  await sql`
    update sealed_documents set bytes = null, erased_at = now()
    where session_id = any(${sessionIds}) and bytes is not null`.execute(db)
}
