import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { isClaimable, type Receiving } from '../deliveries/deliveries.queries.ts'

/** What waits or is parked in the ledger, by target; what is not there is none. */
export async function countDeliveries(db: Db) {
  const { rows } = await sql<{
    target: string
    state: string
    count: number
    age_s: number
  }>`
    select target, state, count(*) as count,
      extract(epoch from now() - min(created_at))::float8 as age_s
    from deliveries where target in ('crm', 'automation') and state in ('waiting', 'parked')
    group by target, state`.execute(db)
  return rows
}

/** For how many seconds the delivery that is first in line could have been taken. */
export async function findOverdue(db: Db, receiving: Receiving): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from now() - due_at))::float8 as seconds from deliveries as mine
    where ${isClaimable(receiving)} order by due_at limit 1`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** What waits or is parked of the CRM's events. */
export async function countCrmEvents(db: Db) {
  return db
    .selectFrom('crm_events')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', 'in', ['waiting', 'parked'])
    .groupBy('state')
    .execute()
}
