import { type RawBuilder, sql } from 'kysely'
import type { DeliveryTarget } from '#protocol/back-office.ts'
import { inMs } from '../db/in-ms.ts'
import type { Db } from '../db/schema.ts'

/** A row of the ledger in the hands of one worker; `wanted` as it was when claimed. */
export type Delivery = {
  id: number
  target: DeliveryTarget
  session_id: string
  sequence: number
  wanted: number
  attempts: number
  lease: string
  payload: unknown
  /** The request that asked for it last. */
  request_id: string | null
}

const NOW = sql<string>`now()`

/** What is queued again is new in the line, unless it still stands there. */
export const QUEUED_SINCE = sql`created_at = case when deliveries.state = 'waiting' then deliveries.created_at else now() end`

/**
 * Queues the push of a sale that somebody asks for: of one that never came through the ledger, and of one that is
 * delivered, unless that was just now. The CRM may have lost since what it once had.
 */
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
    .onConflict((conflict) =>
      conflict
        .columns(['target', 'session_id', 'sequence'])
        .doUpdateSet({ state: 'waiting', delivered: 0, due_at: NOW, created_at: NOW })
        .where('deliveries.state', '=', 'delivered')
        .where(isStale(sessionId)),
    )
    .execute()
}

const isStale = (sessionId: string) => sql<boolean>`(
  select ghl_opportunity_id is null or last_ghl_sync is null or last_ghl_sync < now() - interval '1 minute'
  from opportunities where session_id = ${sessionId})`

/** Queues a report of progress; false when that sequence of the sale is in the ledger already. */
export async function queueProgress(
  db: Db,
  report: { sessionId: string; sequence: number; payload: { step: string }; requestId?: string },
): Promise<boolean> {
  const queued = await db
    .insertInto('deliveries')
    .values({
      target: 'automation',
      session_id: report.sessionId,
      sequence: report.sequence,
      step: report.payload.step,
      payload: JSON.stringify(report.payload),
      request_id: report.requestId ?? null,
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

/** Whose work a claim takes: a target, and who receives there, who may have asked for a rest. */
export type Receiving = { target: DeliveryTarget; receiver: string }

/** Whether `delivery`, a row of the ledger, waits behind an earlier one of its sale. */
export const isBehind = (delivery: 'mine' | 'listed') => sql<boolean>`exists (
  select from deliveries as earlier
  where earlier.target = ${sql.table(delivery)}.target and earlier.session_id = ${sql.table(delivery)}.session_id
    and earlier.sequence < ${sql.table(delivery)}.sequence and earlier.state = 'waiting'
)`

/**
 * Which rows of the ledger, as `mine`, a worker takes: due and nobody's, of one sale only the first that still waits,
 * and none while the receiver rests. Due times are rounded to the millisecond, hence the one that is allowed for.
 */
export const isClaimable = ({ target, receiver }: Receiving) => sql<boolean>`
  target = ${target} and state = 'waiting' and due_at <= ${inMs(1)} and ${leaseFree}
  and not ${isBehind('mine')}
  and not exists (
    select from receivers
    where receivers.target = ${target} and receiver = ${receiver}
      and (closed_at is not null or rests_until > now())
  )`

/** Takes up to `limit` rows that can be taken, for `leaseMs`. */
export async function claimDue(
  db: Db,
  receiving: Receiving,
  limit: number,
  leaseMs: number,
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    with due as materialized (
      select id from deliveries as mine
      where ${isClaimable(receiving)}
      order by due_at, id
      limit ${limit}
      for update skip locked
    )
    update deliveries set lease = gen_random_uuid(), leased_until = ${inMs(leaseMs)}
    from due where deliveries.id = due.id
    returning deliveries.id, deliveries.target, session_id, sequence, wanted, attempts, lease, payload, request_id
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
    .returning(['id', 'target', 'session_id', 'sequence', 'wanted', 'attempts', 'payload', 'request_id'])
    .returning(({ ref }) => ref('lease').$castTo<string>().as('lease'))
    .executeTakeFirst()
}

/** Whether the row's delivery has reached `wanted`; nothing when the row is gone, erased with its sale. */
export async function isDelivered(
  db: Db,
  { id, wanted }: { id: number; wanted: number },
): Promise<boolean | undefined> {
  const row = await db.selectFrom('deliveries').select('delivered').where('id', '=', id).executeTakeFirst()
  return row && row.delivered >= wanted
}

/** How an attempt went, as the back office reads it. `message` holds nothing personal. */
export type Attempt = { ok: boolean; status: number | null; message: string | null; durationMs: number }

const ATTEMPTS_KEPT = 50

/**
 * Ends a claim and notes the attempt, in one statement; does nothing when its lease went to somebody else meanwhile.
 */
async function endClaim(
  db: Db,
  { id, lease, request_id }: Delivery,
  attempt: Attempt,
  outcome: RawBuilder<unknown>,
): Promise<void> {
  const { ok, status, message, durationMs } = attempt
  await sql`
    with ended as (
      update deliveries set lease = null, leased_until = null, ${outcome}
      where id = ${id} and lease = ${lease}
      returning id
    ), noted as (
      insert into delivery_attempts (delivery_id, ok, status, message, duration_ms, request_id)
      select id, ${ok}::boolean, ${status}::smallint, ${message}::text, ${Math.round(durationMs)}::integer,
        ${request_id}::text
      from ended
    )
    delete from delivery_attempts where id in (
      select id from delivery_attempts where delivery_id = ${id} order by id desc offset ${sql.lit(ATTEMPTS_KEPT - 1)}
    )`.execute(db)
}

const whenNothingNewIsWanted = (wanted: number, state: 'delivered' | 'parked') =>
  sql`case when wanted > ${wanted} then 'waiting' else ${state}::text end`

/** Delivered what was wanted at the claim. The payload stays for a while, so that it can be sent again. */
export const markDelivered = (db: Db, delivery: Delivery, attempt: Attempt) =>
  endClaim(
    db,
    delivery,
    attempt,
    sql`delivered = ${delivery.wanted}, attempts = 0, reason = null,
      state = ${whenNothingNewIsWanted(delivery.wanted, 'delivered')}`,
  )

/** A report that was parked meanwhile was erased, and goes on saying so; how the attempt went is noted beside it. */
const reasonAfter = ({ message }: Attempt) =>
  sql`reason = case when state = 'waiting' then ${message}::text else reason end`

/** Failed, to be tried again in `delayMs`. */
export const postpone = (db: Db, delivery: Delivery, attempt: Attempt, delayMs: number) =>
  endClaim(
    db,
    delivery,
    attempt,
    sql`attempts = ${delivery.attempts + 1}, ${reasonAfter(attempt)}, due_at = ${inMs(delayMs)}`,
  )

/** Given up, with the reason that the back office reads; what is wanted since then gets its own try. */
export const park = (db: Db, delivery: Delivery, attempt: Attempt) =>
  endClaim(
    db,
    delivery,
    attempt,
    sql`attempts = ${delivery.attempts + 1}, ${reasonAfter(attempt)},
      state = ${whenNothingNewIsWanted(delivery.wanted, 'parked')}`,
  )

/** Takes back that a sale was delivered to the CRM: what it has there now belongs to somebody else. */
export async function parkDelivered(db: Db, sessionId: string, reason: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'parked', delivered: 0, reason, lease: null, leased_until: null })
    .where('target', '=', 'crm')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'delivered')
    .execute()
}

/** Parks a sale's push like that at the end of its attempt, unless something new is wanted. */
export async function parkSuperseded(db: Db, { id, lease, wanted }: Delivery, reason: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ state: 'parked', delivered: 0, attempts: 0, reason, lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('wanted', '=', wanted)
    .execute()
}

/** Queues the push of a sale once more, due at once. An attempt that still runs keeps its lease. */
export async function queueCrmPushAgain(db: Db, sessionId: string): Promise<void> {
  await sql`
    update deliveries
    set state = 'waiting', delivered = 0, attempts = 0, reason = null, due_at = now(), ${QUEUED_SINCE},
      lease = case when state = 'waiting' then lease end,
      leased_until = case when state = 'waiting' then leased_until end
    where target = 'crm' and session_id = ${sessionId}`.execute(db)
}

/** Gives claims back untried, so that the next worker need not wait for their leases to run out. */
export async function releaseClaims(db: Db, claims: readonly Delivery[]): Promise<void> {
  if (claims.length === 0) return
  await db
    .updateTable('deliveries')
    .set({ lease: null, leased_until: null })
    .where(
      'lease',
      'in',
      claims.map(({ lease }) => lease),
    )
    .execute()
}
