import { type RawBuilder, sql } from 'kysely'
import type { DeliveriesToRetry, DeliveryTarget } from '#protocol/back-office.ts'
import { inMs } from '../db/in-ms.ts'
import type { Db } from '../db/schema.ts'
import { claimDue, isUnleased, newLease, RELEASED } from '../jobs/lease.ts'
import { type Delivery, isNextFor, type Receiving } from './deliveries.queries.ts'
import { HELD_TARGETS, isHeld } from './held.queries.ts'

/*
 * Only this file changes `state` in the table `deliveries`, and states.test.ts checks that. The exceptions are the
 * database's functions `queue_seal_again` and `queue_visits`, which queue.
 *
 *   (new) ── queue ──▶ waiting ◀───────────── queue, retry, correct ─────────────┐
 *                      │     ▲                                                   │
 *                claim │     │ postpone, release, expired lease                  │
 *                      ▼     │                                                   │
 *                  waiting + lease ── markDelivered, settlePush ──▶ delivered ───┤
 *                      │                                                │        │
 *                      │                                  parkDelivered │        │
 *                      │                                                ▼        │
 *                      └───── park, parkSuperseded, eraseReports ───▶ parked ────┘
 *
 * `wanted` is the newest state of the sale to deliver, `delivered` the newest that is known to have arrived. If
 * `wanted` grows during an attempt, the row stays waiting however the attempt ends. A parked row waits for a person or
 * a new state. While its sale is held, a row may be queued but is not claimed (held.queries.ts).
 */

/** Starts over with a full number of attempts. A row that was not waiting goes to the end of the queue. */
export const QUEUED = sql`state = 'waiting', attempts = 0, reason = null,
  created_at = case when deliveries.state = 'waiting' then deliveries.created_at else now() end`

/** Queues the row again, due now. Whatever the receiver holds counts as not delivered. */
export const QUEUED_AGAIN = sql`${QUEUED}, due_at = now(), delivered = least(deliveries.delivered, deliveries.wanted - 1)`

/** Small enough to keep each statement short, however many rows are parked. */
const RETRY_BATCH_ROWS = 5_000

/**
 * Queues the pushes of written sales in the statement that writes them; `given` and `stored` are its steps. Wants each
 * sale's newest revision, and gives parked or delayed pushes another try. A push is due one second after the first
 * write that it covers, so that writes of one sale that come together share a push.
 */
export const queuePushes = sql`
  insert into deliveries (target, session_id, wanted, due_at, request_id)
  select 'crm', session_id, stored.revision, now() + interval '1 second', request_id
  from given join stored using (session_id) where pushes_to_crm
  on conflict (target, session_id, sequence) do update
  set wanted = excluded.wanted, request_id = excluded.request_id, ${QUEUED},
    due_at = case when deliveries.state = 'waiting' and deliveries.attempts = 0
      then least(deliveries.due_at, excluded.due_at) else excluded.due_at end`

/**
 * Queues the push of a sale on request if it was never queued, or was delivered more than a minute ago, because the CRM
 * may have lost it since.
 */
export async function ensureCrmPush(db: Db, sessionId: string): Promise<void> {
  await sql`
    insert into deliveries (target, session_id, wanted)
    select 'crm', session_id, revision from opportunities where session_id = ${sessionId}
    on conflict (target, session_id, sequence) do update set ${QUEUED_AGAIN}
    where deliveries.state = 'delivered' and (
      select ghl_opportunity_id is null or last_ghl_sync is null or last_ghl_sync < now() - interval '1 minute'
      from opportunities where session_id = ${sessionId})`.execute(db)
}

/** Queues a progress report. Returns false if the table already has that sequence of the sale. */
export async function queueProgress(
  db: Db,
  report: { sessionId: string; sequence: number; payload: { step: string }; requestId?: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into deliveries (target, session_id, sequence, step, payload, request_id)
    values ('automation', ${report.sessionId}, ${report.sequence}, ${report.payload.step},
      ${JSON.stringify(report.payload)}::json, ${report.requestId ?? null})
    on conflict (target, session_id, sequence) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Queues a sale's push again, due now. An attempt in progress keeps its lease. */
export async function queueCrmPushAgain(db: Db, sessionId: string): Promise<void> {
  await sql`
    update deliveries set ${QUEUED_AGAIN},
      lease = case when state = 'waiting' then lease end,
      leased_until = case when state = 'waiting' then leased_until end
    where target = 'crm' and session_id = ${sessionId}`.execute(db)
}

const CLAIMED = [
  'id',
  'target',
  'session_id',
  'sequence',
  'wanted',
  'attempts',
  'lease',
  'payload',
  'request_id',
] as const

/** Claims up to `limit` deliveries of an open receiver for `leaseMs`; of each sale, only the first that waits. */
export const claimDeliveries = (db: Db, receiving: Receiving, limit: number, leaseMs: number) =>
  claimDue<Delivery>(db, {
    table: 'deliveries',
    where: isNextFor(receiving),
    returning: CLAIMED,
    limit,
    leaseMs,
  })

/**
 * Claims one row now, even if it is parked or not yet due, unless it is leased, its sale is held or `wanted` has been
 * delivered.
 */
export async function claimNow(
  db: Db,
  { id, wanted }: { id: number; wanted: number },
  leaseMs: number,
): Promise<Delivery | undefined> {
  return db
    .updateTable('deliveries')
    .set({ ...newLease(leaseMs), state: 'waiting' })
    .where('id', '=', id)
    .where('delivered', '<', wanted)
    .where(isUnleased('deliveries'))
    .where(sql<boolean>`not ${isHeld('deliveries')}`)
    .returning(CLAIMED)
    .$castTo<Delivery>()
    .executeTakeFirst()
}

/**
 * Releases leases without an attempt, so that the next worker need not wait for them to expire. For `holdMs` no worker
 * can take them, not even on request.
 */
export async function releaseClaims(db: Db, claims: readonly Delivery[], holdMs: number): Promise<void> {
  if (claims.length === 0) return
  await db
    .updateTable('deliveries')
    .set(holdMs > 0 ? { lease: null, leased_until: inMs(holdMs) } : RELEASED)
    .where(sql<boolean>`lease = any(${claims.map(({ lease }) => lease)}::uuid[])`)
    .execute()
}

/** The end of an attempt, as the back office shows it. `message` contains no personal data. */
export type Attempt = { ok: boolean; status: number | null; message: string | null; durationMs: number }

const ATTEMPTS_KEPT = 50

/** Ends a claim and records the attempt in one statement; does nothing if the lease has been lost. */
async function endClaim(
  db: Db,
  { id, lease, request_id }: Delivery,
  { ok, status, message, durationMs }: Attempt,
  outcome: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with ended as (
      update deliveries set lease = null, leased_until = null, ${outcome}
      where id = ${id} and lease = ${lease}
      returning id
    ), recorded as (
      insert into delivery_attempts (delivery_id, ok, status, message, duration_ms, request_id)
      select id, ${ok}::boolean, ${status}::smallint, ${message}::text, ${Math.round(durationMs)}::integer,
        ${request_id}::text
      from ended
    )
    delete from delivery_attempts where id in (
      select id from delivery_attempts where delivery_id = ${id} order by id desc offset ${sql.lit(ATTEMPTS_KEPT - 1)}
    )`.execute(db)
}

const unlessMoreIsWanted = ({ wanted }: Delivery, state: 'delivered' | 'parked') =>
  sql`case when wanted > ${wanted} then 'waiting' else ${state}::text end`

/**
 * Marks as delivered what was wanted at the time of the claim. Keeps the payload for a while, so that it can be sent
 * again.
 */
export const markDelivered = (db: Db, delivery: Delivery, attempt: Attempt) =>
  endClaim(
    db,
    delivery,
    attempt,
    sql`delivered = ${delivery.wanted}, attempts = 0, reason = ${attempt.message}::text,
      state = ${unlessMoreIsWanted(delivery, 'delivered')}`,
  )

/** If the report was parked during the attempt, it was erased, so this keeps that reason. */
const failed = ({ attempts }: Delivery, { message }: Attempt) =>
  sql`attempts = ${attempts + 1}, reason = case when state = 'waiting' then ${message}::text else reason end`

/** Records a failure, to be retried in `delayMs`. */
export const postpone = (db: Db, delivery: Delivery, attempt: Attempt, delayMs: number) =>
  endClaim(db, delivery, attempt, sql`${failed(delivery, attempt)}, due_at = ${inMs(delayMs)}`)

/** Gives up, with the reason for the back office. If more is wanted meanwhile, that gets its own attempts. */
export const park = (db: Db, delivery: Delivery, attempt: Attempt) =>
  endClaim(
    db,
    delivery,
    attempt,
    sql`${failed(delivery, attempt)}, state = ${unlessMoreIsWanted(delivery, 'parked')}`,
  )

/** Marks a push as delivered inside a larger statement, before its attempt ends. Reads `condition` from `from`. */
export const settlePush = (
  { id, lease, wanted }: Delivery,
  from: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
) => sql`
  update deliveries set state = 'delivered', delivered = ${wanted}
  from ${from} where ${condition} and id = ${id} and lease = ${lease} and wanted = ${wanted}`

/** Parks a delivered push, because its opportunity in the CRM now belongs to another sale. */
export async function parkDelivered(db: Db, sessionId: string, reason: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...RELEASED, state: 'parked', delivered: 0, reason })
    .where('target', '=', 'crm')
    .where('session_id', '=', sessionId)
    .where('state', '=', 'delivered')
    .execute()
}

/** Parks a push in the same way at the end of its attempt, unless more is wanted meanwhile. */
export async function parkSuperseded(db: Db, { id, lease, wanted }: Delivery, reason: string): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...RELEASED, state: 'parked', delivered: 0, attempts: 0, reason })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('wanted', '=', wanted)
    .execute()
}

/** Makes the waiting deliveries of a released sale due now, whatever delay they had. */
export async function letGo(transaction: Db, sessionId: string): Promise<void> {
  await sql`
    update deliveries set due_at = now()
    where target in (${HELD_TARGETS}) and session_id = ${sessionId} and state = 'waiting'`.execute(
    transaction,
  )
}

/** A delivery that was queued again. */
export type Requeued = { id: number; target: DeliveryTarget; session_id: string }

/**
 * Queues the next part of some deliveries again, except those whose payload was deleted. Pass `next` as `after`;
 * undefined means that there are no more.
 */
export async function retryPart(
  db: Db,
  which: DeliveriesToRetry,
  after = 0,
): Promise<{ rows: Requeued[]; next: number | undefined }> {
  const { rows } = await sql<Requeued>`
    update deliveries set ${QUEUED_AGAIN}
    where id in (
      select id from deliveries
      where id > ${after} and (step is null or payload is not null) and ${isChosen(which)}
      order by id limit ${RETRY_BATCH_ROWS} for update
    )
    returning id, target, session_id`.execute(db)
  return { rows, next: rows.length < RETRY_BATCH_ROWS ? undefined : Math.max(...rows.map(({ id }) => id)) }
}

/**
 * If a sale is parked without an attempt, it lost its opportunity to another sale. It takes the opportunity back only
 * if it is named in a retry, not if all are retried, and needs no attention.
 */
const REFUSED = sql`state = 'parked' and attempts > 0`

/** Counts the deliveries of these targets that wait for a person. Superseded ones do not. */
export async function countRefused(db: Db, targets: readonly DeliveryTarget[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deliveries where target in (${sql.join(targets)}) and ${REFUSED}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

function isChosen(which: DeliveriesToRetry): RawBuilder<unknown> {
  // Retry the earlier waiting deliveries of the same sales too, because they go first. One array, because `or` would
  // read the whole table.
  if ('ids' in which)
    return sql`id = any(array(
      select unnest(${which.ids}::bigint[])
      union all
      select earlier.id from deliveries as named
      join deliveries as earlier using (target, session_id)
      where named.id = any(${which.ids}) and earlier.sequence < named.sequence and earlier.state = 'waiting'))`
  if ('session_id' in which)
    return sql`target = ${which.target} and session_id = ${which.session_id} and state <> 'delivered'`
  const state = which.state === 'parked' ? REFUSED : sql`(state = 'waiting' or ${REFUSED})`
  return sql`target = ${which.target} and ${state}`
}

/**
 * Replaces the payload of a parked report and queues it. Returns false if it is no longer parked. Raises `wanted`,
 * because the receiver may have got the former content without our knowing.
 */
export async function correctReport(db: Db, id: number, payload: object): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deliveries set ${QUEUED_AGAIN}, wanted = wanted + 1, payload = ${JSON.stringify(payload)}::json
    where id = ${id} and step is not null and state = 'parked'`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes the content of reports about an erased person. Those that were still waiting are parked. */
export async function eraseReports(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update deliveries set payload = null, state = case state when 'waiting' then 'parked' else state end,
      reason = case when state <> 'delivered' then concat_ws(' ', reason, 'Its content was erased.') end
    where id = any(${ids}::bigint[])`.execute(db)
}
