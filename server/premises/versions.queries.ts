import { sql } from 'kysely'
import type { DatasetListed, PremisesDataListed } from '#protocol/premises-data.ts'
import type { Db } from '../db/schema.ts'

const COLUMNS = [
  'id',
  'kind',
  'observed_month',
  'source',
  'source_url',
  'licence',
  'attribution',
  'sha256',
  'only_areas',
  'files',
  'rows',
  'refused',
  'state',
  'imported_at',
] as const

/** Returns the versions whose rows are stored or being loaded, by kind, newest first. */
export const listVersions = (db: Db): Promise<DatasetListed[]> =>
  db
    .selectFrom('dataset_versions')
    .select(COLUMNS)
    .where('state', '!=', 'dropped')
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute()

/** Returns the active versions, at most one of each kind. */
export const listActiveVersions = (db: Db): Promise<DatasetListed[]> =>
  db.selectFrom('dataset_versions').select(COLUMNS).where('state', '=', 'active').orderBy('kind').execute()

/** Finds the version that is being loaded, and its progress. An import whose lease has ended is silent. */
export const findProgress = async (db: Db): Promise<PremisesDataListed['loading']> =>
  (await db
    .selectFrom('dataset_versions')
    .select(['id', 'rows', 'read_percent', sql<boolean>`leased_until <= now()`.as('is_silent')])
    .where('state', '=', sql.lit<'loading'>('loading'))
    .executeTakeFirst()) ?? null
