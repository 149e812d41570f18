import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { QUEUED_AGAIN } from './states.queries.ts'

/** If a copy waited longer because no mail server was set up, it would surprise its customer (docs/product 13.2). */
const MAX_AGE_DAYS = 30
/** Small enough to keep the statement short. */
const COPIES_AT_ONCE = 5_000

/** The versions that may be mailed: the customer chose email, and they contain what was signed. */
const MAILABLE = sql`
  sealed_documents as document
  join sale_evidence as signing using (session_id)
  join opportunities as sale using (session_id)
  where signing.copy_by = 'email' and trim(coalesce(sale.customer_email, '')) <> ''
    and document.agreement_sha256 is not null and document.erased_at is null`

/** Queues the mail with a version, once, in the transaction that seals the version. */
export async function queueCopy(
  transaction: Db,
  { session_id, version }: { session_id: string; version: number },
): Promise<void> {
  await sql`
    insert into deliveries (target, session_id, sequence)
    select 'copy', document.session_id, document.version
    from ${MAILABLE} and document.session_id = ${session_id} and document.version = ${version}
    on conflict (target, session_id, sequence) do nothing`.execute(transaction)
}

/** Queues the versions that were sealed in the last 30 days while no mail server was set up. Returns their number. */
export async function queueCopies(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into deliveries (target, session_id, sequence)
    select 'copy', document.session_id, document.version
    from ${MAILABLE} and document.sealed_at > now() - ${MAX_AGE_DAYS}::integer * interval '1 day'
      and not exists (
        select from deliveries as queued
        where queued.target = 'copy' and queued.session_id = document.session_id
          and queued.sequence = document.version)
    order by document.sealed_at limit ${COPIES_AT_ONCE}
    on conflict (target, session_id, sequence) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Queues the mail with a sale's newest version, however often it was sent. Returns false if it may not be mailed. */
export async function queueCopyAgain(db: Db, sessionId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into deliveries (target, session_id, sequence)
    select 'copy', document.session_id, document.version
    from ${MAILABLE} and document.session_id = ${sessionId} and document.version = (
      select max(version) from sealed_documents where session_id = ${sessionId})
    on conflict (target, session_id, sequence) do update set ${QUEUED_AGAIN}`.execute(db)
  return numAffectedRows === 1n
}
