import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** As for a copy, a mail about an older notice would surprise its customer. */
const MAX_AGE_DAYS = 30

const UNACKNOWLEDGED = sql`
  cancellations as cancellation join opportunities as sale using (session_id)
  where acknowledged_at is null and trim(coalesce(sale.customer_email, '')) <> ''`

/** Queues the mail that acknowledges a cancellation, once, in the transaction that stores the cancellation. */
export async function queueAcknowledgement(transaction: Db, sessionId: string): Promise<void> {
  await sql`
    insert into deliveries (target, session_id)
    select 'acknowledgement', sale.session_id from ${UNACKNOWLEDGED} and sale.session_id = ${sessionId}
    on conflict (target, session_id, sequence) do nothing`.execute(transaction)
}

/**
 * Queues the mails of the last 30 days that were not queued because no mail server was set up. Returns their number.
 */
export async function queueAcknowledgements(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into deliveries (target, session_id)
    select 'acknowledgement', sale.session_id from ${UNACKNOWLEDGED}
      and cancellation.received_at > now() - ${MAX_AGE_DAYS}::integer * interval '1 day'
    on conflict (target, session_id, sequence) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
