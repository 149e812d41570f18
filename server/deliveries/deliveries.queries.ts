import { sql } from 'kysely'
import type { DeliveryTarget } from '#protocol/back-office.ts'
import { inMs } from '../db/in-ms.ts'
import type { Db } from '../db/schema.ts'
import { isClaimable } from '../jobs/lease.ts'
import { isHeld } from './held.queries.ts'

/** A leased row of the table. `wanted` is the value at the time of the claim. */
export type Delivery = {
  id: number
  target: DeliveryTarget
  session_id: string
  sequence: number
  wanted: number
  attempts: number
  lease: string
  payload: unknown
  /** The latest request that asked for the delivery. */
  request_id: string | null
}

/** A target and its current receiver, which may have asked for a pause. */
export type Receiving = { target: DeliveryTarget; receiver: string }

/** The condition that `delivery`, a row of the table, waits behind an earlier one of its sale. */
export const isBehind = (delivery: 'mine' | 'listed') => sql<boolean>`exists (
  select from deliveries as earlier
  where earlier.target = ${sql.table(delivery)}.target and earlier.session_id = ${sql.table(delivery)}.session_id
    and earlier.sequence < ${sql.table(delivery)}.sequence and earlier.state = 'waiting'
)`

/**
 * The condition that the row `mine` is the first waiting one of its sale for this receiver, the receiver is open and
 * the sale is not held. A row with sequence 0 skips the search for earlier ones, because a plan made while nothing
 * waited would read every waiting row.
 */
export const isNextFor = ({ target, receiver }: Receiving) => sql<boolean>`
  target = ${target}
  and (sequence = 0 or not ${isBehind('mine')})
  and not ${isHeld('mine')}
  and not exists (
    select from receivers
    where receivers.target = ${target} and receiver = ${receiver}
      and (closed_at is not null or rests_until > now())
  )`

/** Returns the first outstanding delivery of a sale, due or not. Undefined if everything is delivered. */
export async function findOutstanding(db: Db, target: DeliveryTarget, sessionId: string) {
  return db
    .selectFrom('deliveries')
    .select(['id', 'wanted'])
    .where('target', '=', target)
    .where('session_id', '=', sessionId)
    .where('state', '<>', 'delivered')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
}

/**
 * `isDue`: a delivery is due, unleased and not held. `nextDueMs`: milliseconds until the next one falls due, leased or
 * not.
 */
export type Upcoming = { target: DeliveryTarget; isDue: boolean; nextDueMs: number | null }

/**
 * Looks at several targets at once, because every process asks each second. Reads one row per target in index order,
 * and the rows of held sales before it.
 */
export async function findUpcoming(db: Db, targets: readonly DeliveryTarget[]): Promise<Upcoming[]> {
  const { rows } = await sql<Upcoming>`
    select target,
      coalesce((
        select true from deliveries as mine where mine.target = asked.target and ${isClaimable}
          and not ${isHeld('mine')}
        order by due_at limit 1
      ), false) as "isDue",
      (
        select ceil(extract(epoch from due_at - now()) * 1000)::float8 from deliveries as later
        where later.target = asked.target and state = 'waiting' and due_at > ${inMs(1)}
        order by due_at limit 1
      ) as "nextDueMs"
    from unnest(${targets}::text[]) as asked (target)`.execute(db)
  return rows
}

/**
 * Returns whether `wanted` has been delivered, and whether the sale is held. Undefined if the row was erased with its
 * sale.
 */
export async function findProgress(
  db: Db,
  { id, wanted }: { id: number; wanted: number },
): Promise<{ isDelivered: boolean; isHeld: boolean } | undefined> {
  return db
    .selectFrom('deliveries as mine')
    .select([sql<boolean>`delivered >= ${wanted}`.as('isDelivered'), isHeld('mine').as('isHeld')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the sequence after the last of a sale's progress reports. */
export async function nextProgressSequence(db: Db, sessionId: string): Promise<number> {
  const { last } = await db
    .selectFrom('deliveries')
    .select((select) => select.fn.max('sequence').as('last'))
    .where('target', '=', 'automation')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}
