import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Returns the database's comments on each table (`leads`) and column (`leads.status`), by these names. */
export async function listComments(db: Db): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; comment: string }>`
    select concat_ws('.', relname, attname) as name, description as comment
    from pg_description
    join pg_class on classoid = 'pg_class'::regclass and pg_class.oid = objoid
    left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)
  return new Map(rows.map(({ name, comment }) => [name, comment]))
}
