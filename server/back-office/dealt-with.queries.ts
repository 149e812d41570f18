import { sql } from 'kysely'
import type { ToDealWith } from '#protocol/office-lists.ts'
import type { Db } from '../db/schema.ts'

/** Until people sign in, the office is one actor. */
const OFFICE = 'office'

/** Marks an entry, or takes the mark back, and returns since when it is dealt with. Undefined if there is no such entry. */
export async function dealWith(
  db: Db,
  entry: ToDealWith,
): Promise<{ dealt_with_at: string | null } | undefined> {
  const [at, by] = entry.dealt_with
    ? [sql`coalesce(dealt_with_at, now())`, sql`coalesce(dealt_with_by, ${OFFICE})`]
    : [sql`null`, sql`null`]
  const { rows } = await sql<{ dealt_with_at: string | null }>`
    update ${tableOf(entry)} set dealt_with_at = ${at}, dealt_with_by = ${by}
    where ${isEntry(entry)} returning dealt_with_at`.execute(db)
  return rows[0]
}

function tableOf({ kind }: ToDealWith) {
  return sql.table(TABLES[kind])
}

const TABLES = {
  documents: 'documents_given',
  'do-not-knock': 'do_not_knock_sales',
  cancelled: 'cancellations',
  disputed: 'disputes',
} as const satisfies Record<ToDealWith['kind'], string>

const isEntry = (entry: ToDealWith) =>
  'session_id' in entry ? sql`session_id = ${entry.session_id}` : sql`id = ${entry.id}`
