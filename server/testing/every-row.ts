import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/**
 * Returns every row of every table in a fixed order, so that two databases with the same content give equal results.
 */
export async function readEveryRow(
  db: Db,
  except: readonly string[] = [],
): Promise<Record<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db)
  const read: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const { rows } = await sql<{ row: string }>`
      select row::text from ${sql.raw(name)} as row order by 1`.execute(db)
    read[name] = rows.map(({ row }) => row)
  }
  return read
}
