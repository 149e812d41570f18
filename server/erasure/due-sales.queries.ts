import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** A sale that has been kept for the whole retention period. */
export type DueSale = { session_id: string; status: string; customer_name: string | null; since: string }

/**
 * Finds the sales that were signed at least `years` ago, or last changed then if they are not signed; the oldest first
 * (docs/product 11.8). `since` is that day, as YYYY-MM-DD in UTC.
 */
export async function findDueSales(db: Db, years: number): Promise<DueSale[]> {
  const { rows } = await sql<DueSale>`
    select session_id, status, customer_name, to_char(since at time zone 'UTC', 'YYYY-MM-DD') as since
    from (select *, coalesce(received_at, updated_at) as since from opportunities) as sales
    where since <= now() - make_interval(years => ${years}::integer)
    order by sales.since, id`.execute(db)
  return rows
}
