import { sql } from 'kysely'
import type { ImportCounts, ImportProgress } from '#protocol/lead-files.ts'
import type { Db } from '../db/schema.ts'

/**
 * An import that is being applied: when it began, how far it has come, and the hash of the plan for its remaining rows.
 */
export type AppliedImport = {
  hash: string
  rows: number
  done: number
  rest: string
  counts: ImportCounts
  /** As text from the database, because a `Date` would lose the microseconds. */
  since: string
}

/** How long an import is kept, so that a repeated call finds it. */
const KEPT = sql`interval '30 days'`

export async function findImport(db: Db, hash: string): Promise<AppliedImport | undefined> {
  const { rows } = await sql<AppliedImport>`
    select hash, rows, done, rest, counts, started_at::text as since from lead_imports where hash = ${hash}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Notes that an import begins. `before` is its row at the time of the plan. If it has been applied since, it is not
 * applied again. An import in progress continues, unless `isUndone` says that what it has written is gone. Also deletes
 * old imports.
 */
export async function startImport(
  db: Db,
  given: Omit<AppliedImport, 'done' | 'since'>,
  { before, isUndone }: { before: AppliedImport | undefined; isUndone: boolean },
): Promise<boolean> {
  const { hash, rows, rest, counts } = given
  await sql`delete from lead_imports where started_at < now() - ${KEPT} and hash <> ${hash}`.execute(db)
  const { numAffectedRows } = await sql`
    insert into lead_imports as ours (hash, rows, rest, counts, finished_at)
    values (${hash}, ${rows}, ${rest}, ${JSON.stringify(counts)}::jsonb, case when ${rows}::integer = 0 then now() end)
    on conflict (hash) do update
    set done = 0, rest = excluded.rest, counts = excluded.counts, started_at = now(), finished_at = excluded.finished_at
    where ours.started_at::text = ${before?.since ?? null}::text
      and (ours.finished_at is not null or (${isUndone} and ours.done = ${before?.done ?? null}::integer))`.execute(
    db,
  )
  return numAffectedRows === 1n
}

type Advance = { hash: string; from: number; to: number; rest: string }

/**
 * Notes, in a batch's transaction, that the import advances from row `from` to row `to`. Returns `ahead` if the batch
 * was applied before, or `lost` if the import has started over.
 */
export async function advanceImport(
  transaction: Db,
  { hash, from, to, rest }: Advance,
): Promise<'advanced' | 'ahead' | 'lost'> {
  const { rows } = await sql`
    update lead_imports set done = ${to}, rest = ${rest}, finished_at = case when rows = ${to} then now() end
    where hash = ${hash} and done = ${from} returning hash`.execute(transaction)
  if (rows.length > 0) return 'advanced'
  const stored = await findImport(transaction, hash)
  return stored && stored.done >= to ? 'ahead' : 'lost'
}

/** Returns the import that was applied last. */
export async function findLastImport(db: Db): Promise<ImportProgress | null> {
  const { rows } = await sql<Omit<ImportProgress, keyof ImportCounts> & { counts: ImportCounts }>`
    select hash, rows, done, counts, started_at, finished_at from lead_imports
    order by started_at desc limit 1`.execute(db)
  if (!rows[0]) return null
  const { counts, ...progress } = rows[0]
  return { ...progress, ...counts }
}
