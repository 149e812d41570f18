import { sql } from 'kysely'
import type { Db, DeliveryRow } from '../db/schema.ts'

export type DeliveryTarget = DeliveryRow['target']

/** A row of the ledger in the hands of one worker; `wanted` as it was when claimed. */
export type Delivery = {
  id: number
  target: DeliveryTarget
  session_id: string
  wanted: number
  attempts: number
  lease: string
  payload: unknown
}

/** Queues the push of a sale that never came through the ledger; one that did stays as it is. */
export async function ensureCrmPush(db: Db, sessionId: string): Promise<void> {
  await db
    .insertInto('deliveries')
    .columns(['target', 'session_id', 'wanted'])
    .expression(
      db
        .selectFrom('opportunities')
        .select([sql.lit('crm' as const).as('target'), 'session_id', 'revision'])
        .where('session_id', '=', sessionId),
    )
    .onConflict((conflict) => conflict.columns(['target', 'session_id', 'sequence']).doNothing())
    .execute()
}

/** Queues a report of progress; false when that sequence of the sale is in the ledger already. */
export async function queueProgress(
  db: Db,
  report: { sessionId: string; sequence: number; payload: unknown },
): Promise<boolean> {
  const queued = await db
    .insertInto('deliveries')
    .values({
      target: 'automation',
      session_id: report.sessionId,
      sequence: report.sequence,
      payload: JSON.stringify(report.payload),
    })
    .onConflict((conflict) => conflict.columns(['target', 'session_id', 'sequence']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return queued !== undefined
}

/** The sequence after the last one that the ledger has of a sale's reports. */
export async function nextProgressSequence(db: Db, sessionId: string): Promise<number> {
  const { last } = await db
    .selectFrom('deliveries')
    .select((select) => select.fn.max('sequence').as('last'))
    .where('target', '=', 'automation')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

const leaseFree = sql<boolean>`(leased_until is null or leased_until < now())`
const inMs = (ms: number) => sql<string>`now() + ${ms}::integer * interval '1 millisecond'`

/**
 * Takes up to `limit` rows that are due and nobody's, for `leaseMs`; of one sale and target only the first that
 * still waits. Due times are rounded to the millisecond, hence the one that is allowed for.
 */
export async function claimDue(db: Db, limit: number, leaseMs: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with due as materialized (
      select id from deliveries as mine
      where state = 'waiting' and due_at <= ${inMs(1)} and ${leaseFree}
        and not exists (
          select from deliveries as earlier
          where earlier.target = mine.target and earlier.session_id = mine.session_id
            and earlier.sequence < mine.sequence and earlier.state = 'waiting'
        )
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    update deliveries set lease = gen_random_uuid(), leased_until = ${inMs(leaseMs)}
    from due where deliveries.id = due.id
    returning deliveries.id, target, session_id, wanted, attempts, lease, payload
  `.execute(db)
  return rows
}

/** What a sale still has to hear first, whatever its schedule; nothing when all of it is delivered. */
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

/** Takes one row at once, parked or not yet due, unless it is delivered up to `wanted` or in other hands. */
export async function claimNow(
  db: Db,
  { id, wanted }: { id: number; wanted: number },
  leaseMs: number,
): Promise<Delivery | undefined> {
  return db
    .updateTable('deliveries')
    .set({ lease: sql<string>`gen_random_uuid()`, leased_until: inMs(leaseMs), state: 'waiting' })
    .where('id', '=', id)
    .where('delivered', '<', wanted)
    .where(leaseFree)
    .returning(['id', 'target', 'session_id', 'wanted', 'attempts', 'payload'])
    .returning(({ ref }) => ref('lease').$castTo<string>().as('lease'))
    .executeTakeFirst()
}

/** Whether the row's delivery has reached `wanted`. */
export async function isDelivered(db: Db, { id, wanted }: { id: number; wanted: number }): Promise<boolean> {
  const reached = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where('delivered', '>=', wanted)
    .executeTakeFirst()
  return reached !== undefined
}

const HANDED_BACK = { lease: null, leased_until: null }

/** Ends a claim, unless its lease went to somebody else meanwhile. */
const endClaim = (db: Db, { id, lease }: Delivery) =>
  db.updateTable('deliveries').set(HANDED_BACK).where('id', '=', id).where('lease', '=', lease)

const whenNothingNewIsWanted = (wanted: number, state: 'delivered' | 'parked') =>
  sql<'waiting' | 'delivered' | 'parked'>`case when wanted > ${wanted} then 'waiting' else ${state}::text end`

/** Delivered what was wanted at the claim. The payload goes: nothing personal stays behind. */
export async function markDelivered(db: Db, delivery: Delivery): Promise<void> {
  await endClaim(db, delivery)
    .set({
      delivered: delivery.wanted,
      state: whenNothingNewIsWanted(delivery.wanted, 'delivered'),
      attempts: 0,
      reason: null,
      payload: null,
    })
    .execute()
}

/** Failed, to be tried again in `delayMs`. */
export async function postpone(db: Db, delivery: Delivery, delayMs: number, reason: string): Promise<void> {
  await endClaim(db, delivery)
    .set({ attempts: delivery.attempts + 1, due_at: inMs(delayMs), reason })
    .execute()
}

/** Given up, with the reason that the back office reads; what is wanted since then gets its own try. */
export async function park(db: Db, delivery: Delivery, reason: string): Promise<void> {
  await endClaim(db, delivery)
    .set({
      attempts: delivery.attempts + 1,
      state: whenNothingNewIsWanted(delivery.wanted, 'parked'),
      reason,
    })
    .execute()
}

/** Takes back that a sale was delivered to the CRM: what it has there now belongs to somebody else. */
export async function parkDelivered(db: Db, sessionId: string, reason: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'parked', delivered: 0, reason })
    .where('target', '=', 'crm')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'delivered')
    .execute()
}

/** Gives claims back untried, so that the next worker need not wait for their leases to run out. */
export async function releaseClaims(db: Db, claims: readonly Delivery[]): Promise<void> {
  if (claims.length === 0) return
  await db
    .updateTable('deliveries')
    .set(HANDED_BACK)
    .where(
      'lease',
      'in',
      claims.map(({ lease }) => lease),
    )
    .execute()
}
