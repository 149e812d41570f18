import { sql } from 'kysely'
import type { Outcome } from '#domain/street/outcome.ts'
import { DELIVERY_TARGETS } from '#protocol/back-office.ts'
import type { Db } from '../db/schema.ts'
import { isNextFor, type Receiving } from '../deliveries/deliveries.queries.ts'
import { isHeld } from '../deliveries/held.queries.ts'
import { isClaimable } from '../jobs/lease.ts'

/** Counts the waiting and parked deliveries by target, except those of held sales. A missing row means none. */
export async function countDeliveries(db: Db) {
  const { rows } = await sql<{
    target: string
    state: string
    count: number
    age_s: number
  }>`
    select target, state, count(*) as count,
      extract(epoch from now() - min(created_at))::float8 as age_s
    from deliveries as mine where target in (${sql.join(DELIVERY_TARGETS)}) and state in ('waiting', 'parked')
      and not (state = 'waiting' and ${isHeld('mine')})
    group by target, state`.execute(db)
  return rows
}

/** Returns for how many seconds a worker could have claimed the delivery that is due first, or 0 if none is due. */
export async function findOverdue(db: Db, receiving: Receiving): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from now() - due_at))::float8 as seconds from deliveries as mine
    where ${isClaimable} and ${isNextFor(receiving)} order by due_at limit 1`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Counts the CRM events that wait or are parked. */
export async function countCrmEvents(db: Db) {
  return db
    .selectFrom('crm_events')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', 'in', ['waiting', 'parked'])
    .groupBy('state')
    .execute()
}

/** Counts the visits that arrived within the last 24 hours, by outcome. A missing row means none. */
export async function countLatestVisits(db: Db) {
  const { rows } = await sql<{ outcome: Outcome; count: number }>`
    select outcome, count(*)::integer as count from visits
    where received_at >= now() - interval '24 hours' and undoes is null group by outcome`.execute(db)
  return rows
}
