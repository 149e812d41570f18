import type { DatasetListed } from '#protocol/premises-data.ts'
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

/** Lists the versions whose rows are here or are being loaded, by kind, newest first. */
export const listVersions = (db: Db): Promise<DatasetListed[]> =>
  db
    .selectFrom('dataset_versions')
    .select(COLUMNS)
    .where('state', '!=', 'dropped')
    .orderBy('kind')
    .orderBy('id', 'desc')
    .execute()

/** Lists the versions that answer now, at most one of each kind. */
export const listActiveVersions = (db: Db): Promise<DatasetListed[]> =>
  db.selectFrom('dataset_versions').select(COLUMNS).where('state', '=', 'active').orderBy('kind').execute()
