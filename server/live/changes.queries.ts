import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Cursor } from './cursor.ts'

/** A change as it travels: its place, and the JSON of a `Change`, written once by the database. */
export type StreamedChange = { cursor: Cursor; json: string }

export type ChangeBatch = {
  changes: readonly StreamedChange[]
  /** Whether changes after the cursor that was asked for are gone: what follows them cannot stand alone. */
  pruned: boolean
}

/**
 * Takes the place of the last pruned change. Whoever comes upon it while reading onwards has missed the changes
 * before it, in the same snapshot that shows what is left.
 */
const PRUNED = 'PRUNED'

/** Nothing below it can still be committed, by anyone: up to here the order is settled. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * Which life of the database this is: what a restored copy is given anew, and the timeline, which a promoted standby
 * counts on. It may lack the last changes that were told, and use their transaction ids again.
 */
const life = sql`(epoch || '-' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))`

const place = ({ transaction, id }: Cursor) => sql`(${String(transaction)}::xid8, ${String(id)}::bigint)`
const after = (cursor: Cursor) => sql`(transaction_id, id) > ${place(cursor)}`
const before = (cursor: Cursor) => sql`(transaction_id, id) < ${place(cursor)}`

type CursorRow = { epoch: string; transaction: string; id: string }
const rowToCursor = ({ epoch, transaction, id }: CursorRow): Cursor => ({
  epoch,
  transaction: BigInt(transaction),
  id: BigInt(id),
})

/** The end of the settled order: every change before it is readable, every later one will stand after it. */
export async function getTail(db: Db): Promise<Cursor> {
  const { rows } = await sql<CursorRow>`
    select ${life} as epoch, ${settled}::text as transaction, '0' as id from change_epoch`.execute(db)
  const [tail] = rows.map(rowToCursor)
  if (!tail) throw new Error('The database has no epoch of changes.')
  return tail
}

/** The settled changes after a cursor, in order, at most `limit`. (A bare `id` would order by the text of it.) */
export async function readChanges(db: Db, from: Cursor, limit: number): Promise<ChangeBatch> {
  const { rows } = await sql<CursorRow & { type: string; json: string }>`
    select ${from.epoch} as epoch, transaction_id::text as transaction, id::text as id, type,
      json_build_object('table', table_name, 'type', type, 'record', record)::text as json
    from changes
    where ${after(from)} and transaction_id < ${settled}
    order by changes.transaction_id, changes.id
    limit ${limit}`.execute(db)
  const changes = rows.map((row) => ({ cursor: rowToCursor(row), json: row.json }))
  return { changes, pruned: rows.some(({ type }) => type === PRUNED) }
}

/** Whether everything after a cursor is still there, and the cursor is of this database and not ahead of it. */
export async function isResumable(db: Db, cursor: Cursor): Promise<boolean> {
  const { rows } = await sql<{ resumable: boolean }>`
    select ${life} = ${cursor.epoch} and ${String(cursor.transaction)}::xid8 <= ${settled}
      and coalesce(
        (select type <> ${PRUNED} from changes where ${after(cursor)} order by transaction_id, id limit 1),
        true) as resumable
    from change_epoch`.execute(db)
  return rows[0]?.resumable ?? false
}

export type Retention = { days: number; rows: number }

/**
 * Marks the newest change that is older than the retention, or beyond its number of rows, as the last pruned one,
 * and answers where it stands; nothing when it was marked before. Only then may the changes before it go.
 */
export async function markPruned(db: Db, { days, rows }: Retention): Promise<Cursor | undefined> {
  const marked = await sql<CursorRow>`
    with expired as (
      (select transaction_id, id from changes
        where changed_at < now() - make_interval(days => ${days}::int) and transaction_id < ${settled}
        order by transaction_id desc, id desc limit 1)
      union all
      (select transaction_id, id from changes where transaction_id < ${settled}
        order by transaction_id desc, id desc offset ${rows} limit 1)
      order by transaction_id desc, id desc
      limit 1)
    update changes set type = ${PRUNED}, record = 'null'
    from expired, change_epoch
    where changes.transaction_id = expired.transaction_id and changes.id = expired.id
      and changes.type <> ${PRUNED}
    returning epoch, changes.transaction_id::text as transaction, changes.id::text as id`.execute(db)
  return marked.rows.map(rowToCursor)[0]
}

/** Deletes at most `limit` of the changes before the last pruned one; answers how many. */
export async function deletePruned(db: Db, lastPruned: Cursor, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from changes where (transaction_id, id) in (
      select transaction_id, id from changes where ${before(lastPruned)}
      order by transaction_id, id
      limit ${limit}
      for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
