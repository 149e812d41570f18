import type { AuditSearch } from '#protocol/audit.ts'
import type { Db } from '../db/schema.ts'
import { inPages, toCsv } from '../to-csv.ts'
import { listActs } from './audit.queries.ts'

const PAGE = 1_000
const COLUMNS = [
  'id',
  'at',
  'actor',
  'actor_name',
  'verb',
  'object_id',
  'object_name',
  'session_id',
  'details',
  'request_id',
] as const

/** Yields the acts that a search finds as CSV, with times in UTC and details as JSON. */
export const auditToCsv = (db: Db, search: AuditSearch): AsyncIterable<string> =>
  toCsv(
    COLUMNS,
    inPages(async (end) => {
      const before = end === undefined ? undefined : Number(end)
      const { acts, next } = await listActs(db, { ...search, limit: PAGE, before })
      const rows = acts.map((act) =>
        COLUMNS.map((column) => (column === 'details' ? JSON.stringify(act.details) : act[column])),
      )
      return { rows, next: next === null ? null : String(next) }
    }),
  )
