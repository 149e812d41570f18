import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** What waits or is parked in the ledger, by target; what is not there is none. */
export async function countDeliveries(db: Db) {
  const { rows } = await sql<{
    target: string
    state: string
    count: number
    age_s: number
    overdue_s: number
  }>`
    select target, state, count(*) as count,
      extract(epoch from now() - min(created_at))::float8 as age_s,
      greatest(0, extract(epoch from now() - min(due_at)))::float8 as overdue_s
    from deliveries where target in ('crm', 'automation') and state in ('waiting', 'parked')
    group by target, state`.execute(db)
  return rows
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
