import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { QUEUED } from './states.queries.ts'

/** Small enough to keep the statement short, however many sales were signed meanwhile. */
const SALES_AT_ONCE = 5_000

/**
 * Queues the seals of sales that were signed more than 15 minutes ago and never queued, because no evidence has
 * arrived. Returns their number. From then on their customers are owed the documents. Ignores sales from before this
 * Doorstep sealed anything.
 */
export async function queueSeals(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with queued as (
      insert into deliveries (target, session_id, wanted)
      select 'seal', session_id, revision from opportunities as sale
      where received_at < now() - interval '15 minutes' and contract_signature is not null
        and received_at > (select applied_at from schema_migrations where name = '0021-seals.sql')
        and (status = 'closed-won' or sealed)
        and not exists (
          select from deliveries as queued
          where queued.target = 'seal' and queued.session_id = sale.session_id and queued.sequence = 0)
      order by received_at limit ${SALES_AT_ONCE}
      on conflict (target, session_id, sequence) do nothing
      returning session_id
    ), noted as (
      insert into documents_given (session_id, since)
      select session_id, received_at from queued join opportunities using (session_id)
      on conflict (session_id) do nothing
    )
    select count(*) as count from queued`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Queues the seal of a sale whose evidence has arrived, in the transaction that stores the evidence. From then on its
 * customer is owed the documents. An attempt in progress may not have read the evidence, so `wanted` rises above what
 * that attempt delivers.
 */
export async function queueSeal(transaction: Db, sessionId: string): Promise<void> {
  await sql`
    insert into deliveries (target, session_id, wanted)
    select 'seal', session_id, revision from opportunities
    where session_id = ${sessionId} and received_at is not null and contract_signature is not null
      and (status = 'closed-won' or sealed)
    on conflict (target, session_id, sequence) do update
    set wanted = greatest(excluded.wanted, deliveries.wanted + 1), ${QUEUED}, due_at = now()`.execute(
    transaction,
  )
  await sql`
    insert into documents_given (session_id, since)
    select session_id, received_at from opportunities
    where session_id = ${sessionId} and received_at is not null and contract_signature is not null
      and (status = 'closed-won' or sealed)
    on conflict (session_id) do nothing`.execute(transaction)
}
