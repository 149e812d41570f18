import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Returns how many rows of all tables the database reads for a task. Nothing else may use the database. */
export async function rowsReadBy(db: Db, task: () => Promise<unknown>): Promise<number> {
  const before = await countRowsRead(db)
  await task()
  return (await countRowsRead(db)) - before
}

async function countRowsRead(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_user_tables`.execute(
    db,
  )
  return rows[0]?.read ?? Number.NaN
}
