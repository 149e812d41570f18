import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

export type DayToStore = {
  day: string
  root: Uint8Array
  statement: string
  /** The hashes that the root covers, in order. */
  leaves: readonly Uint8Array[]
}

/** Returns the last day in UTC that is over, if it has no root yet. */
export async function findClosedDay(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select day::text from (select ((now() at time zone 'UTC')::date - 1) as day) as yesterday
    where not exists (select from seal_days where seal_days.day >= yesterday.day)`.execute(db)
  return rows[0]?.day
}

/**
 * Returns the hashes of the documents that were sealed by the end of a day and that no root covers yet, in the order of
 * sealing.
 */
export async function listUncovered(db: Db, day: string): Promise<Uint8Array[]> {
  const { rows } = await sql<{ pdf_sha256: Uint8Array }>`
    select pdf_sha256 from sealed_documents as document
    where sealed_at < (${day}::date + 1)::timestamp at time zone 'UTC'
      and not exists (select from seal_leaves where seal_leaves.pdf_sha256 = document.pdf_sha256)
    order by sealed_at, session_id, version`.execute(db)
  return rows.map(({ pdf_sha256 }) => pdf_sha256)
}

/** Returns the newest statement of a day. */
export async function findLastStatement(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('seal_days')
    .select('statement')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.statement
}

/** Stores a day with its leaves. Returns false if another process has stored it. */
export async function storeDay(db: Db, { day, root, statement, leaves }: DayToStore): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      insert into seal_days (day, size, root, statement) values (${day}, ${leaves.length}, ${root}, ${statement})
      on conflict (day) do nothing`.execute(transaction)
    if (numAffectedRows !== 1n) return false
    const hexes = leaves.map((leaf) => Buffer.from(leaf).toString('hex'))
    await sql`
      insert into seal_leaves (day, position, pdf_sha256)
      select ${day}::date, place - 1, decode(hex, 'hex')
      from unnest(${hexes}::text[]) with ordinality as leaf (hex, place)`.execute(transaction)
    return true
  })
}

/** Returns every day root, oldest first. */
export async function listDays(db: Db) {
  const { rows } = await sql<{ day: string; size: number; root: string; statement: string }>`
    select day::text, size, encode(root, 'hex') as root, statement from seal_days order by day`.execute(db)
  return rows
}
