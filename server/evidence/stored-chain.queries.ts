import { sql } from 'kysely'
import type { Evidence } from '#domain/evidence/evidence.ts'
import type { Finding } from '#domain/evidence/findings.ts'
import type { Db } from '../db/schema.ts'
import type { StoredEvent } from './check-chain.ts'

/** The current evidence of a sale, with the events of its chain, oldest first. */
export type StoredChain = {
  chain: string
  salt: Uint8Array
  evidence: Evidence
  findings: Finding[]
  receivedAt: string
  tokenExpiresAt: string
  events: StoredEvent[]
}

type EvidenceRow = Pick<StoredChain, 'chain' | 'salt' | 'findings' | 'receivedAt' | 'tokenExpiresAt'> & {
  body: Uint8Array
}

/** Returns the stored chain of a sale, or undefined if nothing was recorded of its signing. */
export async function findStoredChain(db: Db, sessionId: string): Promise<StoredChain | undefined> {
  const { rows } = await sql<EvidenceRow>`
    select chain, salt, body, findings, received_at as "receivedAt", token_expires_at as "tokenExpiresAt"
    from sale_evidence where session_id = ${sessionId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { body, ...stored } = row
  const evidence = JSON.parse(Buffer.from(body).toString()) as Evidence
  return { ...stored, evidence, events: await listStoredEvents(db, row.chain) }
}

async function listStoredEvents(db: Db, chain: string): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event.chain, event.seq, type, at, encode(commitment, 'hex') as commit, encode(prev, 'hex') as prev,
      encode(hash, 'hex') as hash, payload
    from evidence_events as event left join event_payloads as known using (chain, seq)
    where event.chain = ${chain} order by event.seq`.execute(db)
  return rows
}
