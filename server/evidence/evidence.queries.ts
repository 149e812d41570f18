import { type RawBuilder, sql } from 'kysely'
import type { Choices } from '#domain/agreement/choices.ts'
import type { Evidence } from '#domain/evidence/evidence.ts'
import type { Finding } from '#domain/evidence/findings.ts'
import type { EvidenceReceipt } from '#protocol/evidence.ts'
import type { Db } from '../db/schema.ts'
import { appendEvent } from './append-event.ts'
import type { EventOfSale } from './chain.ts'

/** Returns the receipt for this evidence of a sale, if it was received. Its hash is in hex. */
export async function findReceipt(
  db: Db,
  sessionId: string,
  evidenceSha256: string,
): Promise<EvidenceReceipt | undefined> {
  const { rows } = await sql<EvidenceReceipt>`
    select session_id, payload ->> 'evidence_sha256' as evidence_sha256, at as received_at, chain,
      encode(salt, 'hex') as salt
    from sale_evidence join evidence_events using (chain) join event_payloads using (chain, seq)
    where session_id = ${sessionId} and type in ('received', 'received-again')
      and payload ->> 'evidence_sha256' = ${evidenceSha256}
    order by seq limit 1`.execute(db)
  const [row] = rows
  return row && { ...row, received_at: new Date(row.received_at).toISOString() }
}

/** Returns the hashes of all evidence received of these sales, in hex, by session id. */
export async function findReceivedHashes(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await sql<{ session_id: string; hashes: string[] }>`
    select session_id, array_agg(payload ->> 'evidence_sha256') as hashes
    from sale_evidence join evidence_events using (chain) join event_payloads using (chain, seq)
    where session_id = any(${sessionIds}) and type in ('received', 'received-again')
    group by session_id`.execute(db)
  return new Map(rows.map(({ session_id, hashes }) => [session_id, hashes]))
}

/** The current evidence of a sale. Hashes and salt are in hex. */
export type CurrentEvidence = {
  chain: string
  salt: string
  agreement_sha256: string
  evidence: Evidence
  findings: Finding[]
}

export async function findCurrentEvidence(db: Db, sessionId: string): Promise<CurrentEvidence | undefined> {
  const { rows } = await sql<Omit<CurrentEvidence, 'evidence'> & { body: Uint8Array }>`
    select chain, encode(salt, 'hex') as salt, encode(agreement_sha256, 'hex') as agreement_sha256, body, findings
    from sale_evidence where session_id = ${sessionId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { body, ...current } = row
  return { ...current, evidence: JSON.parse(Buffer.from(body).toString()) as Evidence }
}

/** Returns the chain of a sale's events, or undefined if nothing was recorded of its signing. */
export async function findChain(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sale_evidence')
    .select('chain')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.chain
}

/** Stores an agreement under its hash, unless it is already stored. */
export async function storeAgreement(
  db: Db,
  { sha256, template, text }: { sha256: Uint8Array; template: string; text: string },
): Promise<void> {
  await sql`
    insert into agreements (sha256, template, body) values (${sha256}, ${template}, ${Buffer.from(text)})
    on conflict (sha256) do nothing`.execute(db)
}

export type EvidenceToStore = EvidenceReceipt & {
  agreement_sha256: Uint8Array
  text: string
  token_sha256: Uint8Array
  token_expires_at: string
  findings: readonly Finding[]
  copy_by: Choices['copy']
}

/**
 * Stores the current evidence of a sale. It replaces the former evidence except the chain, the salt and the token: a
 * later caller must neither end the customer's code nor bring back one that the office revoked.
 */
export async function storeEvidence(db: Db, evidence: EvidenceToStore): Promise<void> {
  const { session_id, chain, salt, evidence_sha256, agreement_sha256, text, findings, copy_by } = evidence
  await sql`
    insert into sale_evidence (session_id, chain, salt, agreement_sha256, body, evidence_sha256, token_sha256,
      token_expires_at, findings, received_at, copy_by)
    values (${session_id}, ${chain}, ${Buffer.from(salt, 'hex')}, ${agreement_sha256}, ${Buffer.from(text)},
      ${Buffer.from(evidence_sha256, 'hex')}, ${evidence.token_sha256}, ${evidence.token_expires_at},
      ${JSON.stringify(findings)}::jsonb, ${evidence.received_at}, ${copy_by})
    on conflict (session_id) do update set (agreement_sha256, body, evidence_sha256, findings, received_at, copy_by) = (
      excluded.agreement_sha256, excluded.body, excluded.evidence_sha256, excluded.findings, excluded.received_at,
      excluded.copy_by)`.execute(db)
}

/** Replaces the findings of a sale's current evidence. */
export async function storeFindings(db: Db, sessionId: string, findings: readonly Finding[]): Promise<void> {
  await sql`
    update sale_evidence set findings = ${JSON.stringify(findings)}::jsonb
    where session_id = ${sessionId}`.execute(db)
}

/**
 * Erases the evidence of these sales with the payloads of their events. The chains stay and still verify: their last
 * event says that the rest was erased.
 */
export async function eraseEvidence(db: Db, sessionIds: readonly string[]): Promise<void> {
  for (const sessionId of sessionIds) {
    const chain = await findChain(db, sessionId)
    if (chain !== undefined) await appendEvent(db, chain, erased())
  }
  const theirs = sql`select chain from sale_evidence where session_id = any(${sessionIds})`
  const agreements = await findAgreements(db, theirs)
  await sql`delete from event_payloads where chain in (${theirs})`.execute(db)
  await sql`delete from sale_evidence where session_id = any(${sessionIds})`.execute(db)
  await sql`
    delete from agreements where sha256 = any(${agreements}) and not exists (
      select from sale_evidence where agreement_sha256 = sha256)`.execute(db)
}

const erased = (): EventOfSale => ({
  type: 'erased',
  at: new Date().toISOString(),
  payload: { by: 'office' },
})

/** Returns the hashes of every agreement that arrived with evidence of these chains, current or not. */
async function findAgreements(db: Db, chains: RawBuilder<unknown>): Promise<Uint8Array[]> {
  const { rows } = await sql<{ sha256: Uint8Array }>`
    select decode(payload ->> 'agreement_sha256', 'hex') as sha256
    from evidence_events join event_payloads using (chain, seq)
    where chain in (${chains}) and type in ('received', 'received-again')`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}
