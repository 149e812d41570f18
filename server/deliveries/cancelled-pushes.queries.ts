import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { QUEUED } from './states.queries.ts'

/**
 * Makes the next revision of a sale whose customer has cancelled, and queues its push, in the transaction that stores
 * the cancellation. An attempt in progress may not have read the cancellation, so `wanted` rises above what that
 * attempt delivers.
 */
export async function queueCancelledPush(transaction: Db, sessionId: string): Promise<void> {
  await sql`
    with revised as (
      update opportunities set revision = revision + 1 where session_id = ${sessionId}
      returning session_id, revision
    )
    insert into deliveries (target, session_id, wanted)
    select 'crm', session_id, revision from revised
    on conflict (target, session_id, sequence) do update
    set wanted = greatest(excluded.wanted, deliveries.wanted + 1), ${QUEUED}, due_at = now()`.execute(
    transaction,
  )
}
