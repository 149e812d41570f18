import { sql } from 'kysely'
import { type DatasetKind, originOf } from '#domain/premises/dataset.ts'
import type {
  LoadingProgress,
  VersionBegun,
  VersionCompleted,
  VersionDropped,
  VersionLoaded,
  VersionWanted,
} from '#protocol/premises-data.ts'
import { type By, recordAct } from '../audit/record-act.queries.ts'
import { inMs } from '../db/in-ms.ts'
import type { Db } from '../db/schema.ts'
import { clearPoints } from '../lead-places/place-leads.queries.ts'
import { attachPartition, PARTITION_NAMES } from './partitions.ts'

/** If an import is silent for this long, it counts as dead, and the next import clears it away. */
const LEASE_MS = 15_000

/**
 * Begins a version, unless another version has the same content or is being loaded. Clears away what a dead import
 * left.
 */
export function beginVersion(db: Db, wanted: VersionWanted): Promise<VersionBegun> {
  return db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('dataset_versions')
      .where('state', '=', 'loading')
      .where('leased_until', '<=', sql<string>`now()`)
      .execute()
    const same = await tx
      .selectFrom('dataset_versions')
      .select(['id', 'state'])
      .where('state', 'in', ['active', 'kept'])
      .where('kind', '=', wanted.kind)
      .where('observed_month', '=', wanted.observed_month)
      .where('sha256', '=', wanted.sha256)
      .where('only_areas', '=', sql<string[]>`${wanted.only_areas}::text[]`)
      .executeTakeFirst()
    if (same) return { same: same.id, state: same.state as 'active' | 'kept' }
    const begun = await tx
      .insertInto('dataset_versions')
      .values({
        ...wanted,
        ...originOf(wanted.kind, wanted.observed_month),
        state: 'loading',
        leased_until: inMs(LEASE_MS),
      })
      // As a literal, because a prepared plan with a parameter would not find the partial index.
      .onConflict((conflict) =>
        conflict.column('state').where('state', '=', sql.lit<'loading'>('loading')).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    return begun ?? { busy: true }
  })
}

/** Keeps an import alive, and stores its progress. Returns false if its version no longer belongs to it. */
export async function renewLoading(db: Db, id: number, progress: LoadingProgress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dataset_versions')
    .set({ ...progress, leased_until: inMs(LEASE_MS) })
    .where('id', '=', id)
    .where('state', '=', 'loading')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the kind of a version that is being loaded. */
export async function findLoading(db: Db, id: number): Promise<DatasetKind | undefined> {
  const found = await db
    .selectFrom('dataset_versions')
    .select('kind')
    .where('id', '=', id)
    .where('state', '=', 'loading')
    .executeTakeFirst()
  return found?.kind
}

/**
 * Makes a loaded version active and keeps the previous one, in one transaction. If the active version describes a later
 * month, the loaded one is kept instead. Returns null if the version is no longer being loaded.
 */
export function activateVersion(
  db: Db,
  by: By,
  id: number,
  loaded: VersionLoaded,
): Promise<VersionCompleted | null> {
  return db.transaction().execute(async (tx) => {
    const version = await tx
      .selectFrom('dataset_versions')
      .select(['kind', 'observed_month'])
      .where('id', '=', id)
      .where('state', '=', 'loading')
      .forUpdate()
      .executeTakeFirst()
    if (!version) return null
    const newer = await tx
      .selectFrom('dataset_versions')
      .select('id')
      .where('kind', '=', version.kind)
      .where('state', '=', 'active')
      .where('observed_month', '>', version.observed_month)
      .forUpdate()
      .executeTakeFirst()
    await sql.raw(attachPartition(version.kind, id)).execute(tx)
    await sql`
      insert into premises_names (version, id, name)
      select ${id}::integer, id, name from unnest(${loaded.names}::text[]) with ordinality as names (name, id)`.execute(
      tx,
    )
    await moveState(tx, version.kind, 'kept', 'dropped')
    if (!newer) await moveState(tx, version.kind, 'active', 'kept')
    await tx
      .updateTable('dataset_versions')
      .set({
        state: newer ? 'kept' : 'active',
        leased_until: null,
        imported_at: sql<string>`now()`,
        rows: loaded.rows,
        refused: loaded.refused,
        files: JSON.stringify(loaded.files),
      })
      .where('id', '=', id)
      .execute()
    const details = { kind: version.kind, month: version.observed_month, rows: loaded.rows }
    await recordAct(tx, by, { verb: 'data-imported', objectId: String(id), details })
    return { answers: newer?.id ?? id }
  })
}

/** Drops a version, or gives up its loading. If it was active, the kept version becomes active again. */
export function dropVersion(db: Db, by: By, id: number): Promise<VersionDropped> {
  return db.transaction().execute(async (tx) => {
    const version = await tx
      .selectFrom('dataset_versions')
      .select(['kind', 'state'])
      .where('id', '=', id)
      .where('state', '!=', 'dropped')
      .forUpdate()
      .executeTakeFirst()
    if (!version) return { was: null, answers: null }
    if (version.state === 'loading') await tx.deleteFrom('dataset_versions').where('id', '=', id).execute()
    else await tx.updateTable('dataset_versions').set({ state: 'dropped' }).where('id', '=', id).execute()
    if (version.state === 'active') await moveState(tx, version.kind, 'kept', 'active')
    const { kind, state } = version
    await recordAct(tx, by, { verb: 'data-dropped', objectId: String(id), details: { kind, state } })
    const answers = await tx
      .selectFrom('dataset_versions')
      .select('id')
      .where('kind', '=', version.kind)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (!answers && version.kind === 'uprn-points' && version.state === 'active') await clearPoints(tx)
    return { was: version.state as VersionDropped['was'], answers: answers?.id ?? null }
  })
}

const moveState = (
  db: Db,
  kind: DatasetKind,
  from: 'kept' | 'active',
  to: 'kept' | 'active' | 'dropped',
): Promise<unknown> =>
  db
    .updateTable('dataset_versions')
    // Leads are placed again at the points of the active version.
    .set({ state: to, placed_up_to: null, placed_at: null })
    .where('kind', '=', kind)
    .where('state', '=', from)
    .execute()

/**
 * Removes the rows of dropped versions. Skips a table that a backup is reading until the next time, because waiting for
 * it would delay every verdict.
 */
export async function sweepVersions(db: Db): Promise<void> {
  await sql`delete from premises_names where version in (select id from dataset_versions where state = 'dropped')`.execute(
    db,
  )
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname ~ ${PARTITION_NAMES}
      and substring(relname from ${PARTITION_NAMES})::integer not in (
        select id from dataset_versions where state <> 'dropped')`.execute(db)
  for (const { name } of rows) await dropTable(db, name)
}

const IS_HELD = '55P03'

async function dropTable(db: Db, name: string): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await sql`drop table ${sql.table(name)}`.execute(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== IS_HELD) throw error
  }
}
