import { sql } from 'kysely'
import type { DeliveryTarget } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import type { Receiving } from './deliveries.queries.ts'

/** Pauses a receiver for `restMs`. A longer pause stays as it is. */
export async function restReceiver(
  db: Db,
  { target, receiver }: Receiving,
  restMs: number,
  reason: string,
): Promise<void> {
  await sql`
    insert into receivers (target, receiver, rests_until, reason)
    values (${target}, ${receiver}, now() + ${restMs}::integer * interval '1 millisecond', ${reason})
    on conflict (target, receiver) do update
    set rests_until = greatest(receivers.rests_until, excluded.rests_until),
      reason = case when receivers.closed_at is null then excluded.reason else receivers.reason end`.execute(
    db,
  )
}

/** Closes a receiver. Its deliveries wait until the back office opens it again. */
export async function closeReceiver(db: Db, { target, receiver }: Receiving, reason: string): Promise<void> {
  await sql`
    insert into receivers (target, receiver, closed_at, reason) values (${target}, ${receiver}, now(), ${reason})
    on conflict (target, receiver) do update
    set closed_at = coalesce(receivers.closed_at, excluded.closed_at), reason = excluded.reason`.execute(db)
}

/** Opens the receivers of a target, and ends their pauses. Returns false if none was closed or paused. */
export async function openReceivers(db: Db, target: DeliveryTarget): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('receivers').where('target', '=', target).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns since when a receiver is closed or until when it is paused, and why. Undefined if it is open. */
export async function findRestingReceiver(db: Db, { target, receiver }: Receiving) {
  return db
    .selectFrom('receivers')
    .select(['closed_at', 'rests_until', 'reason'])
    .where('target', '=', target)
    .where('receiver', '=', receiver)
    .where(({ eb, or }) => or([eb('closed_at', 'is not', null), eb('rests_until', '>', sql<string>`now()`)]))
    .executeTakeFirst()
}
