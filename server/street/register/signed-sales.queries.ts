import { sql } from 'kysely'
import type { RegisterSale, RegisterSales } from '#protocol/register.ts'
import type { Db } from '../../db/schema.ts'

const LISTED = 50
const OPEN = { which: sql`dealt_with_at is null`, order: sql`found_at` }
const DEALT_WITH = { which: sql`dealt_with_at is not null`, order: sql`dealt_with_at desc` }

/**
 * Returns the sales signed at a door on the register that have waited longest, or those that the office dealt with
 * last.
 */
export async function listSignedSales(db: Db, dealtWith: boolean): Promise<RegisterSales> {
  const { which, order } = dealtWith ? DEALT_WITH : OPEN
  const { rows } = await sql<RegisterSales['sales'][number]>`
    select session_id, found_at, customer_name, customer_location, contract_timestamp, entry_id, reason,
      entry.at as asked_at, dealt_with_at
    from do_not_knock_sales join opportunities using (session_id) join do_not_knock as entry on entry.id = entry_id
    where ${which} order by ${order}, session_id limit ${LISTED}`.execute(db)
  return { count: await countSignedSales(db), sales: rows }
}

/** Counts the ones that wait for the office. */
export async function countSignedSales(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from do_not_knock_sales where ${OPEN.which}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts the entries of the register that apply. */
export async function countActiveEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from do_not_knock where lifted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Finds the entry that covers the door where a sale was signed. */
export async function findEntryOfSale(
  db: Db,
  sessionId: string,
): Promise<Pick<RegisterSale, 'reason' | 'asked_at' | 'dealt_with_at'> | undefined> {
  const { rows } = await sql<Pick<RegisterSale, 'reason' | 'asked_at' | 'dealt_with_at'>>`
    select reason, entry.at as asked_at, dealt_with_at
    from do_not_knock_sales join do_not_knock as entry on entry.id = entry_id
    where session_id = ${sessionId}`.execute(db)
  return rows[0]
}
