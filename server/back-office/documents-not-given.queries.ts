import { sql } from 'kysely'
import type { SaleNotGiven } from '#protocol/office-lists.ts'
import type { Db } from '../db/schema.ts'

const LISTED = 50
/** If the customer cancelled in time, there is no contract any more. */
const IS_OPEN = sql`given_at is null and dealt_with_at is null and not exists (
  select from cancellations where cancellations.session_id = documents_given.session_id and in_time)`
const IS_DEALT_WITH = sql`given_at is null and dealt_with_at is not null`

/** Counts the customers who are owed the documents. */
export async function countNotGiven(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from documents_given where ${IS_OPEN}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the customers who have waited longest, or those that the office dealt with last. */
export async function listNotGiven(db: Db, dealtWith: boolean): Promise<Omit<SaleNotGiven, 'copy_state'>[]> {
  const [which, order] = dealtWith
    ? [IS_DEALT_WITH, sql`dealt_with_at desc`]
    : [IS_OPEN, sql`since, session_id`]
  const { rows } = await sql<Omit<SaleNotGiven, 'copy_state'>>`
    select session_id, since, customer_name, customer_location, contract_timestamp, dealt_with_at
    from (select * from documents_given where ${which} order by ${order} limit ${LISTED}) as listed
    join opportunities using (session_id) order by ${order}`.execute(db)
  return rows
}
