import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { Cursor } from './cursor.ts'
import type { Snapshot } from './settled-time.ts'

/**
 * A change as it is sent: its position, the areas that it concerns (`''` means no area), when its transaction began
 * (ISO 8601), and the JSON of a `Change`, or of a `StreetChanged` if `isStreet`. The database writes the JSON once.
 */
export type StreamedChange = {
  cursor: Cursor
  areas: readonly string[]
  changedAt: string
  isStreet: boolean
  /** The owner of the sale, or `''` if it has none. Null if this is not a sale, or only says that one was erased. */
  owner: string | null
  json: string
}

export type ChangeBatch = {
  changes: readonly StreamedChange[]
  /**
   * The position up to which changes were read. It is beyond the last change if others were left out. Undefined at the
   * end.
   */
  readTo: Cursor | undefined
  /** True if the batch is full, so that there may be more. */
  full: boolean
  /** True if changes after the cursor are missing: they were pruned, or another life of the database has begun. */
  lost: boolean
  /** The transactions that the read could see. */
  snapshot: Snapshot
}

/**
 * Replaces the last pruned change. A reader that finds it has missed the changes before it, and sees that in the same
 * snapshot as the rest.
 */
const PRUNED = 'PRUNED'

/**
 * Each client that catches up holds a batch in memory several times over. A batch exceeds this by at most one change.
 */
const BATCH_BYTES = 256 * 1024

/** No transaction below this can still commit, so up to here the order is settled. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * Identifies the life of the database: a restored copy has a new epoch, a promoted standby a new timeline. Both may
 * lack the last changes that were sent, and reuse their transaction ids.
 */
const life = sql`(epoch || '-' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))`

/** Returns the name of this life of the database. In another one, what a client sent before may be missing. */
export async function readLife(db: Db): Promise<string> {
  const { rows } = await sql<{ life: string }>`select ${life} as life from change_epoch`.execute(db)
  return rows[0]?.life ?? ''
}

/** The condition that a cursor is from this life of the database and not ahead of it. */
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

/** Returns the end of the settled order. Every change before it is readable, and every later one will come after it. */
export async function getTail(db: Db): Promise<Cursor> {
  const { rows } = await sql<CursorRow>`
    select ${life} as epoch, ${settled}::text as transaction, '0' as id from change_epoch`.execute(db)
  const [tail] = rows.map(rowToCursor)
  if (!tail) throw new Error('The database has no epoch of changes.')
  return tail
}

/** A row of a read. It holds no change if `transaction` is null. */
type ReadRow = {
  transaction: string | null
  id: string
  type: string
  areas: string[]
  changed_at: string
  is_street: boolean
  owner: string | null
  /** Null if the change is of another area. */
  json: string | null
  /** The bytes of JSON that were read up to here. */
  bytes: number
  /** True if the cursor is still valid. */
  continues: boolean
  settled: string
  begun: string
}

/**
 * Reads at most `limit` settled changes after a cursor, in order. Returns those of the area, or all if no area is
 * given. Reads one change after another, so that it reads only what fits into the batch.
 */
export async function readChanges(
  db: Db,
  from: Cursor,
  limit: number,
  area?: string | undefined,
): Promise<ChangeBatch> {
  // Returns at least one row, even without a change, because a failover may be over before any query has failed.
  const { rows } = await sql<ReadRow>`
    with recursive change as (
      select first.*, 1 as number, coalesce(octet_length(json), 0) as bytes
      from (${nextChange(after(from), area)}) first
      union all
      select next.*, number + 1, bytes + coalesce(octet_length(next.json), 0)
      from change, lateral (
        ${nextChange(sql`(transaction_id, id) > (change.transaction_id, change.id)`, area)}) next
      where number < ${limit}::int and bytes < ${BATCH_BYTES}::int)
    select ${isOfThisLife(from)} as continues, change.transaction_id::text as transaction, change.id::text as id,
      type, areas, iso(changed_at) as changed_at, is_street, owner, json, bytes,
      ${settled}::text as settled, pg_snapshot_xmax(pg_current_snapshot())::text as begun
    from change_epoch left join change on true
    order by change.transaction_id, change.id`.execute(db)
  return rowsToBatch(rows, from.epoch, limit)
}

/** Returns the query for the first settled change for which `isNext` holds. (A bare `id` would order by its text.) */
function nextChange(isNext: RawBuilder<unknown>, area: string | undefined): RawBuilder<unknown> {
  const isAsked = area === undefined ? sql`true` : sql`${area} = any(areas)`
  return sql`
    select transaction_id, id, type, areas, changed_at, table_name = 'street' as is_street,
      case when table_name = 'opportunities' and record ? 'session_id' then coalesce(record->>'owner_id', '') end as owner,
      case when not ${isAsked} then null when table_name = 'street' then record::text
        else json_build_object('table', table_name, 'type', type, 'record', record)::text end as json
    from changes
    where ${isNext} and transaction_id < ${settled}
    order by transaction_id, id
    limit 1`
}

function rowsToBatch(rows: readonly ReadRow[], epoch: string, limit: number): ChangeBatch {
  const read = rows.flatMap(({ transaction, id, areas, changed_at, is_street, owner, json }) => {
    if (transaction === null) return []
    const cursor = rowToCursor({ epoch, transaction, id })
    return [{ cursor, areas, changedAt: changed_at, isStreet: is_street, owner, json }]
  })
  return {
    changes: read.flatMap(({ json, ...change }) => (json === null ? [] : [{ ...change, json }])),
    readTo: read.at(-1)?.cursor,
    full: read.length === limit || (rows.at(-1)?.bytes ?? 0) >= BATCH_BYTES,
    lost: rows.some(({ continues, type }) => !continues || type === PRUNED),
    snapshot: { settled: BigInt(rows[0]?.settled ?? 0), begun: BigInt(rows[0]?.begun ?? 1) },
  }
}

/**
 * Returns true if every change after the cursor still exists, and the cursor is from this database and not ahead of it.
 */
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
 * Marks the newest change beyond the retention, by age or by number of rows, as the last pruned one. Returns its
 * position, or undefined if it was already marked. Only after this may the changes before it be deleted.
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

/** Deletes at most `limit` of the changes before the last pruned one. Returns how many it deleted. */
export async function deletePruned(db: Db, lastPruned: Cursor, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from changes where (transaction_id, id) in (
      select transaction_id, id from changes where ${before(lastPruned)}
      order by transaction_id, id
      limit ${limit}
      for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
