import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { commitmentTo, type EventOfSale, eventHash, NO_EVENT } from './chain.ts'
import { noteGiven } from './documents-given.queries.ts'

/**
 * Appends an event to the chain of a sale, in the transaction that writes the fact. Returns false if the sale of the
 * chain was erased.
 */
export async function appendEvent(transaction: Db, chain: string, event: EventOfSale): Promise<boolean> {
  const { type, at, payload } = event
  // Lock the chain, because two events of one sale must not follow the same event.
  const { rows } = await sql<{ salt: Uint8Array }>`
    select salt from sale_evidence where chain = ${chain} for update`.execute(transaction)
  const [sale] = rows
  if (!sale) return false
  const last = await transaction
    .selectFrom('evidence_events')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const seq = (last?.seq ?? 0) + 1
  const prev = last ? Buffer.from(last.hash).toString('hex') : NO_EVENT
  const commit = commitmentTo(payload, sale.salt)
  const hash = eventHash({ chain, seq, type, at, commit, prev })
  await sql`
    insert into evidence_events (chain, seq, type, at, commitment, prev, hash)
    values (${chain}, ${seq}, ${type}, ${at}, ${Buffer.from(commit, 'hex')}, ${Buffer.from(prev, 'hex')},
      ${Buffer.from(hash, 'hex')})`.execute(transaction)
  await sql`
    insert into event_payloads (chain, seq, payload)
    values (${chain}, ${seq}, ${JSON.stringify(payload)}::jsonb)`.execute(transaction)
  await noteGiven(transaction, chain, event)
  return true
}
