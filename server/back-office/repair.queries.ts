import { type RawBuilder, sql } from 'kysely'
import type { DeliveriesToRetry, DeliveryTarget } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import { QUEUED_SINCE } from '../deliveries/deliveries.queries.ts'

/** Due at once, and with the whole schedule before it. What the other side holds counts as not delivered. */
const QUEUED_AGAIN = sql`state = 'waiting', due_at = now(), attempts = 0, reason = null,
  delivered = least(delivered, wanted - 1), ${QUEUED_SINCE}`

/** Small enough that no statement runs for long, however much is parked. */
const BATCH_ROWS = 5_000

/** Makes deliveries due now, all but those whose content is forgotten; tells how many, and of which targets. */
export async function queueAgain(
  db: Db,
  which: DeliveriesToRetry,
): Promise<{ queued: number; targets: ReadonlySet<DeliveryTarget> }> {
  const targets = new Set<DeliveryTarget>()
  let queued = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const batch = await queueBatch(db, which, after)
    for (const { target } of batch) targets.add(target)
    queued += batch.length
    after = batch.length < BATCH_ROWS ? undefined : Math.max(...batch.map(({ id }) => id))
  }
  return { queued, targets }
}

async function queueBatch(db: Db, which: DeliveriesToRetry, after: number) {
  const { rows } = await sql<{ id: number; target: DeliveryTarget }>`
    update deliveries set ${QUEUED_AGAIN}
    where id in (
      select id from deliveries
      where id > ${after} and (target = 'crm' or payload is not null) and ${chosen(which)}
      order by id limit ${BATCH_ROWS} for update
    )
    returning id, target`.execute(db)
  return rows
}

/**
 * Parked without an attempt is a sale whose opportunity another one has taken over: it takes it back when it is named,
 * not because all are retried.
 */
const REFUSED = sql`state = 'parked' and attempts > 0`

/** What waits of the same sales and goes first: without it, what is named is not tried now. */
const beforeThem = (ids: readonly number[]) => sql`
  select earlier.id from deliveries as named
  join deliveries as earlier using (target, session_id)
  where named.id = any(${ids}) and earlier.sequence < named.sequence and earlier.state = 'waiting'`

function chosen(which: DeliveriesToRetry): RawBuilder<unknown> {
  // One array, as with an `or` the whole ledger would be read.
  if ('ids' in which)
    return sql`id = any(array(select unnest(${which.ids}::bigint[]) union all ${beforeThem(which.ids)}))`
  if ('session_id' in which)
    return sql`target = ${which.target} and session_id = ${which.session_id} and state <> 'delivered'`
  const state = which.state === 'parked' ? REFUSED : sql`(state = 'waiting' or ${REFUSED})`
  return sql`target = ${which.target} and ${state}`
}

/** Replaces what a parked report says and queues it again; false when it is not parked any more. */
export async function correctReport(db: Db, id: number, payload: object): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update deliveries set ${QUEUED_AGAIN}, payload = ${JSON.stringify(payload)}::json
    where id = ${id} and target = 'automation' and state = 'parked'`.execute(db)
  return numAffectedRows === 1n
}
