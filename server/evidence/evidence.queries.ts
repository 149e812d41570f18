import { sql } from 'kysely'
import type { Finding } from '#domain/evidence/findings.ts'
import type { EvidenceReceipt } from '#protocol/evidence.ts'
import type { Db } from '../db/schema.ts'

/** The receipt for the evidence of a sale, if there is any. */
export async function findReceipt(db: Db, sessionId: string): Promise<EvidenceReceipt | undefined> {
  const { rows } = await sql<EvidenceReceipt>`
    select session_id, encode(evidence_sha256, 'hex') as evidence_sha256, received_at, chain,
      encode(salt, 'hex') as salt
    from sale_evidence where session_id = ${sessionId}`.execute(db)
  const [row] = rows
  return row && { ...row, received_at: new Date(row.received_at).toISOString() }
}

/** Stores an agreement under its hash, unless it is there. */
export async function storeAgreement(
  db: Db,
  { sha256, template, text }: { sha256: Uint8Array; template: string; text: string },
): Promise<void> {
  await sql`
    insert into agreements (sha256, template, body) values (${sha256}, ${template}, ${Buffer.from(text)})
    on conflict (sha256) do nothing`.execute(db)
}

type EvidenceToStore = EvidenceReceipt & {
  agreement_sha256: Uint8Array
  text: string
  token_sha256: Uint8Array
  token_expires_at: string
  findings: readonly Finding[]
}

export async function storeEvidence(db: Db, evidence: EvidenceToStore): Promise<void> {
  const { session_id, chain, salt, evidence_sha256, agreement_sha256, text, findings } = evidence
  await sql`
    insert into sale_evidence (session_id, chain, salt, agreement_sha256, body, evidence_sha256, token_sha256,
      token_expires_at, findings, received_at)
    values (${session_id}, ${chain}, ${Buffer.from(salt, 'hex')}, ${agreement_sha256}, ${Buffer.from(text)},
      ${Buffer.from(evidence_sha256, 'hex')}, ${evidence.token_sha256}, ${evidence.token_expires_at},
      ${JSON.stringify(findings)}::jsonb, ${evidence.received_at})`.execute(db)
}

/** Erases the evidence of these sales with what is known of their events. The chains stay, and still verify. */
export async function eraseEvidence(db: Db, sessionIds: readonly string[]): Promise<void> {
  await sql`
    delete from event_payloads where chain in (
      select chain from sale_evidence where session_id = any(${sessionIds}))`.execute(db)
  const { rows } = await sql<{ agreement_sha256: Uint8Array }>`
    delete from sale_evidence where session_id = any(${sessionIds}) returning agreement_sha256`.execute(db)
  for (const { agreement_sha256 } of rows)
    await sql`
      delete from agreements where sha256 = ${agreement_sha256}
        and not exists (select from sale_evidence where agreement_sha256 = ${agreement_sha256})`.execute(db)
}
