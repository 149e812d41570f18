import { sql } from 'kysely'
import type { ToDealWith } from '#protocol/office-lists.ts'
import { type By, recorded } from '../audit/record-act.queries.ts'
import type { Db } from '../db/schema.ts'

type Marked = { dealt_with_at: string | null }

/**
 * Marks an entry as dealt with, or removes the mark, and records the change. Returns the moment of the mark, or
 * undefined if there is no such entry.
 */
export async function dealWith(db: Db, by: By, entry: ToDealWith): Promise<Marked | undefined> {
  const { after } = await recorded(
    db,
    by,
    async (tx) => ({ before: await lockEntry(tx, entry), after: await mark(tx, by, entry) }),
    ({ before, after }) =>
      before &&
      after &&
      (before.dealt_with_at === null) !== (after.dealt_with_at === null) && {
        verb: entry.dealt_with ? 'dealt-with' : 'opened-again',
        sessionId: before.session_id,
        details: { kind: entry.kind },
      },
  )
  return after
}

async function lockEntry(tx: Db, entry: ToDealWith): Promise<(Marked & { session_id: string }) | undefined> {
  const { rows } = await sql<Marked & { session_id: string }>`
    select session_id, dealt_with_at from ${tableOf(entry)} where ${isEntry(entry)} for update`.execute(tx)
  return rows[0]
}

async function mark(tx: Db, { actor }: By, entry: ToDealWith): Promise<Marked | undefined> {
  const [at, who] = entry.dealt_with
    ? [sql`coalesce(dealt_with_at, now())`, sql`coalesce(dealt_with_by, ${actor})`]
    : [sql`null`, sql`null`]
  const { rows } = await sql<Marked>`
    update ${tableOf(entry)} set dealt_with_at = ${at}, dealt_with_by = ${who}
    where ${isEntry(entry)} returning dealt_with_at`.execute(tx)
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
