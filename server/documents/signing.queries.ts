import { sql } from 'kysely'
import type { Agreement } from '#domain/agreement/agreement.ts'
import type { Evidence } from '#domain/evidence/evidence.ts'
import type { Finding } from '#domain/evidence/findings.ts'
import type { Db } from '../db/schema.ts'
import type { ChainEvent, Signing } from './pdf/source.ts'
import type { Words } from './words.ts'

/** What was recorded of a signing, and what the chain says of the versions sealed so far. */
export type SigningFound = Signing & {
  /** The words of the newest version; undefined if no version was sealed with this chain. */
  sealedWords: Words | undefined
  /** The names of the fields that were corrected after they were sealed. */
  corrected: readonly string[]
}

type SigningRow = {
  agreement: Uint8Array
  agreement_sha256: string
  evidence: Uint8Array
  evidence_sha256: string
  received_at: string
  findings: Finding[]
  chain: string
}

/** Returns what was recorded of a signing, with its chain so far; null if no evidence has arrived. */
export async function findSigning(db: Db, sessionId: string): Promise<SigningFound | null> {
  const { rows } = await sql<SigningRow>`
    select agreement.body as agreement, encode(agreement_sha256, 'hex') as agreement_sha256,
      evidence.body as evidence, encode(evidence_sha256, 'hex') as evidence_sha256, received_at, findings, chain
    from sale_evidence as evidence join agreements as agreement on agreement.sha256 = agreement_sha256
    where session_id = ${sessionId}`.execute(db)
  const [row] = rows
  if (!row) return null
  const agreementText = Buffer.from(row.agreement).toString()
  return {
    agreementText,
    agreement: JSON.parse(agreementText) as Agreement,
    agreementSha256: row.agreement_sha256,
    evidence: JSON.parse(Buffer.from(row.evidence).toString()) as Evidence,
    evidenceSha256: row.evidence_sha256,
    receivedAt: new Date(row.received_at).toISOString(),
    findings: row.findings,
    chain: row.chain,
    events: await listEvents(db, row.chain),
    ...(await findSealed(db, row.chain)),
  }
}

async function listEvents(db: Db, chain: string): Promise<ChainEvent[]> {
  const { rows } = await sql<ChainEvent>`
    select seq, type, at, encode(commitment, 'hex') as commit, encode(prev, 'hex') as prev,
      encode(hash, 'hex') as hash
    from evidence_events where chain = ${chain} order by seq`.execute(db)
  return rows.map((event) => ({ ...event, at: new Date(event.at).toISOString() }))
}

async function findSealed(db: Db, chain: string): Promise<Pick<SigningFound, 'sealedWords' | 'corrected'>> {
  const { rows } = await sql<{ words: Words | null; fields: string[] | null }>`
    select payload -> 'words' as words, payload -> 'fields' as fields
    from evidence_events join event_payloads using (chain, seq)
    where chain = ${chain} and type in ('sealed', 'corrected') order by seq`.execute(db)
  return {
    sealedWords: rows.findLast(({ words }) => words)?.words ?? undefined,
    corrected: rows.flatMap(({ fields }) => fields ?? []),
  }
}
