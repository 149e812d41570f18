import { type SqlBool, sql } from 'kysely'
import {
  DELIVERY_STATES,
  DELIVERY_TARGETS,
  type DeliveryAttempt,
  type DeliveryListed,
  type DeliveryState,
  type DeliveryTarget,
  type SaleDelivery,
} from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import { isBehind } from '../deliveries/deliveries.queries.ts'
import { HELD_REASON, HELD_TARGETS, isHeld } from '../deliveries/held.queries.ts'

/** Where a page ends: the last change and the id of its last row. */
export type PageEnd = { changedAt: string; id: number }

export type PageAsked = {
  targets: readonly DeliveryTarget[]
  states: readonly DeliveryState[]
  limit: number
  before: PageEnd | undefined
}

const COLUMNS = sql`id, target, session_id, sequence, step, state, attempts, reason, wanted, delivered, due_at,
  created_at, updated_at`
const LATEST_FIRST = sql`updated_at desc, id desc`

/** Returns a page of deliveries, latest change first. Reads one index range per target and state. */
export async function listDeliveries(
  db: Db,
  { targets, states, limit, before }: PageAsked,
): Promise<DeliveryListed[]> {
  const older = before
    ? sql`and (updated_at, id) < (${before.changedAt}::timestamptz, ${before.id}::bigint)`
    : sql``
  const ranges = targets.flatMap((target) =>
    states.map(
      (state) => sql`(select ${COLUMNS} from deliveries where target = ${target} and state = ${state} ${older}
        order by ${LATEST_FIRST} limit ${limit})`,
    ),
  )
  const { rows } = await sql<DeliveryListed>`
    select listed.*, sale.customer_name, coalesce(sale.customer_location, visited.street_address) as customer_location,
      sale.status as sale_status,
      sale.ghl_opportunity_id, sale.lead_id, sale.service_package_name, sale.total_value::float8 as total_value,
      coalesce(sale.voucher_amount, lead.voucher_value)::float8 as voucher_amount, (
      select at from delivery_attempts where delivery_id = listed.id order by id desc limit 1
    ) as last_tried_at, ${isBehind('listed')} as is_behind,
      state = 'waiting' and ${isHeld('listed')} as is_held
    from (
      select * from (${sql.join(ranges, sql` union all `)}) as ranges order by ${LATEST_FIRST} limit ${limit}
    ) as listed
    left join opportunities as sale using (session_id)
    left join leads as lead on lead.id = sale.lead_id
    left join leads as visited on visited.id = case listed.target when 'visits' then listed.session_id::uuid end
    order by listed.updated_at desc, listed.id desc`.execute(db)
  return rows
}

/** Returns one delivery. Its payload is null for a push, and for a report whose payload was deleted. */
export async function findDelivery(db: Db, id: number) {
  return db
    .selectFrom('deliveries')
    .select(['target', 'session_id', 'step', 'payload'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Returns the recorded attempts of a delivery, newest first. */
export async function listAttempts(db: Db, deliveryId: number): Promise<DeliveryAttempt[]> {
  return db
    .selectFrom('delivery_attempts')
    .select(['id', 'at', 'ok', 'status', 'message', 'duration_ms', 'request_id'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('id', 'desc')
    .execute()
}

/** Counts the waiting and the parked deliveries by target. Reads one index range per target and state. */
export async function countOutstanding(db: Db) {
  return db
    .selectFrom('deliveries')
    .select(({ fn }) => ['target', 'state', fn.countAll<number>().as('count')])
    .where('target', 'in', DELIVERY_TARGETS)
    .where('state', 'in', ['waiting', 'parked'])
    .groupBy(['target', 'state'])
    .execute()
}

/**
 * Counts the deliveries that wait for the release of their sales, by target. Starts from the held sales, because they
 * are few.
 */
export async function countHeld(db: Db): Promise<{ target: DeliveryTarget; count: number }[]> {
  const { rows } = await sql<{ target: DeliveryTarget; count: number }>`
    select target, count(*)::integer as count from opportunities as sale join deliveries using (session_id)
    where sale.hold is not null and state = 'waiting' and target in (${HELD_TARGETS}) group by target`.execute(
    db,
  )
  return rows
}

/**
 * Returns a text that changes whenever the sync log, a delivery, or a sale shown with one changes. As in the change
 * stream, a change counts once no earlier one can still be committed.
 */
export async function readVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws('.',
      (select max(id) from ghl_sync_log),
      (select max(id) from delivery_attempts),
      (select id from changes where transaction_id < pg_snapshot_xmin(pg_current_snapshot())
        order by transaction_id desc, id desc limit 1),
      (select extract(epoch from max(latest)) from unnest(${DELIVERY_TARGETS}::text[]) as targets (target)
        cross join unnest(${DELIVERY_STATES}::text[]) as states (state)
        cross join lateral (
          select updated_at as latest from deliveries
          where deliveries.target = targets.target and deliveries.state = states.state
          order by updated_at desc limit 1) as range)) as version`.execute(db)
  return rows[0]?.version ?? ''
}

type DeliveryOfSale = SaleDelivery & { session_id: string; target: DeliveryTarget }

/**
 * Returns, for each sale and target, the delivery that shows its state: a parked one, else a waiting one, else the
 * last. If the sale is held, that is the reason of a waiting delivery.
 */
export async function listSaleDeliveries(db: Db, sessionIds: readonly string[]): Promise<DeliveryOfSale[]> {
  const { rows } = await sql<DeliveryOfSale>`
    select distinct on (session_id, target) session_id, target, state,
      case when state = 'waiting' and ${isHeld('shown')} then ${HELD_REASON}::text else reason end as reason,
      updated_at as at
    from deliveries as shown where target in (${sql.join(DELIVERY_TARGETS)}) and session_id = any(${sessionIds})
    order by session_id, target, array_position(array['parked', 'waiting'], state), updated_at desc`.execute(
    db,
  )
  return rows
}

/**
 * Returns when each of these sales arrived with its contract, whether it is held, and when its customer cancelled it.
 * Leaves out unknown sales.
 */
export async function listReceived(db: Db, sessionIds: readonly string[]) {
  return db
    .selectFrom('opportunities as sale')
    .leftJoin('cancellations as cancellation', 'cancellation.session_id', 'sale.session_id')
    .select([
      'sale.session_id',
      'sale.received_at',
      'sale.hold',
      'cancellation.received_at as cancelled_at',
      'cancellation.in_time as cancelled_in_time',
    ])
    .where(sql<SqlBool>`sale.session_id = any(${sessionIds})`)
    .orderBy('sale.session_id')
    .execute()
}
