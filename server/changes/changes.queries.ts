import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Cursor } from './cursor.ts'

/**
 * A change as it travels: its place, the areas that it concerns (`''` is no area), and the JSON of a `Change`, written
 * once by the database.
 */
export type StreamedChange = { cursor: Cursor; areas: readonly string[]; json: string }

export type ChangeBatch = {
  changes: readonly StreamedChange[]
  /** Up to where was read, which is further than the last change where others were left out; nothing at the end. */
  readTo: Cursor | undefined
  /** Whether it is as large as a batch may be, so that there may be more. */
  full: boolean
  /**
   * Whether what follows the cursor cannot stand alone: changes after it are gone, or another life of the database has
   * begun.
   */
  lost: boolean
}

/**
 * Takes the place of the last pruned change. Whoever comes upon it while reading onwards has missed the changes
 * before it, in the same snapshot that shows what is left.
 */
const PRUNED = 'PRUNED'

/** Each client that catches up has a batch in memory, several times over; one change more than that at most. */
const BATCH_BYTES = 256 * 1024

/** Nothing below it can still be committed, by anyone: up to here the order is settled. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * Which life of the database this is: what a restored copy is given anew, and the timeline, which a promoted standby
 * counts on. It may lack the last changes that were told, and use their transaction ids again.
 */
const life = sql`(epoch || '-' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))`

/** Whether a cursor is of this life of the database, and not ahead of it. */
const isOfThisLife = ({ epoch, transaction }: Cursor) =>
  sql`(${life} = ${epoch} and ${String(transaction)}::xid8 <= ${settled})`

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

/**
 * Looks through at most `limit` of the settled changes after a cursor, in order, and answers those of the area, or all
 * without one. One change after another, as only then nothing is read that the batch has no room for. (A bare `id`
 * would order by the text of it.)
 */
export async function readChanges(
  db: Db,
  from: Cursor,
  limit: number,
  area?: string | undefined,
): Promise<ChangeBatch> {
  type Row = { transaction: string | null; id: string; type: string; areas: string[]; json: string | null }
  type Read = Row & { bytes: number; continues: boolean }
  const isAsked = area === undefined ? sql`true` : sql`${area} = any(areas)`
  const next = (isNext: RawBuilder<unknown>) => sql`
    select transaction_id, id, type, areas, case when ${isAsked}
      then json_build_object('table', table_name, 'type', type, 'record', record)::text end as json
    from changes
    where ${isNext} and transaction_id < ${settled}
    order by transaction_id, id
    limit 1`
  // One row at least, also without a change: a failover can be over before anybody has failed to ask.
  const { rows } = await sql<Read>`
    with recursive change as (
      select first.*, 1 as number, coalesce(octet_length(json), 0) as bytes from (${next(after(from))}) first
      union all
      select next.*, number + 1, bytes + coalesce(octet_length(next.json), 0)
      from change, lateral (${next(sql`(transaction_id, id) > (change.transaction_id, change.id)`)}) next
      where number < ${limit}::int and bytes < ${BATCH_BYTES}::int)
    select ${isOfThisLife(from)} as continues, change.transaction_id::text as transaction, change.id::text as id,
      type, areas, json, bytes
    from change_epoch left join change on true
    order by change.transaction_id, change.id`.execute(db)
  const read = rows.flatMap(({ transaction, id, areas, json }) =>
    transaction === null
      ? []
      : [{ cursor: rowToCursor({ epoch: from.epoch, transaction, id }), areas, json }],
  )
  return {
    changes: read.flatMap(({ json, ...change }) => (json === null ? [] : [{ ...change, json }])),
    readTo: read.at(-1)?.cursor,
    full: read.length === limit || (rows.at(-1)?.bytes ?? 0) >= BATCH_BYTES,
    lost: rows.some(({ continues, type }) => !continues || type === PRUNED),
  }
}

/** Whether everything after a cursor is still there, and the cursor is of this database and not ahead of it. */
export async function isResumable(db: Db, cursor: Cursor): Promise<boolean> {
  const { rows } = await sql<{ resumable: boolean }>`
    select ${isOfThisLife(cursor)} and coalesce(
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
