import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { type Answer, allOf, failWith } from '../http/problem.ts'
import type { Column, Table } from './catalogue.ts'
import type { Condition } from './conditions.queries.ts'
import type { Ordering, Selected } from './query.ts'
import { findColumn } from './values.ts'

/** The columns of an answer, by the name that each has there. */
export type Selection = ReadonlyMap<string, Column>

/** Which rows, in which order. Names must be from the catalogue; `limit` and `offset` count rows. */
export type RowsWanted = {
  table: Table
  selection: Selection
  where: Condition
  order: readonly Ordering[]
  limit: number
  offset: number
}

/** Rows as JSON text made by the database, sent unchanged; null if it would be too large for an answer. */
export type JsonRows = { json: string | null; count: number }

/**
 * A process holds each answer several times in memory, and one above 512 MiB, the limit of a string, would end it.
 */
export const MAX_JSON_BYTES = 64 * 1024 * 1024

/**
 * So few rows of so little weight fit into an answer even if everything in them is compressed 255 times, the most
 * there is.
 */
const FEW_ROWS = 100
const LIGHT_ROW_BYTES = 2_000

/**
 * Returns the requested columns; all of them if none is named. If a client gives one column many names, it gets no
 * more of them than the table has columns: so one sale, whose columns are below 1 MiB each, always fits into the
 * answer to its write.
 */
export function selectionOf(table: Table, select: readonly Selected[]): Answer<Selection> {
  if (select.length === 0) return { ok: true, value: table.columns }
  if (select.length > table.columns.size)
    return failWith('answer-too-large', `At most ${table.columns.size} columns.`)
  const columns = allOf(select.map((item) => columnsOf(table, item)))
  return columns.ok ? { ok: true, value: new Map(columns.value.flat()) } : columns
}

function columnsOf(table: Table, item: Selected): Answer<[string, Column][]> {
  if (item === '*') return { ok: true, value: [...table.columns] }
  const column = findColumn(table, item.column)
  return column.ok ? { ok: true, value: [[item.alias, column.value]] } : column
}

type RowsRead = JsonRows & { total: number | null }

/**
 * Reads rows, a few light ones in one round trip; of those that `offset` skips, only their place in the order. If
 * `countAll` is set, `total` counts the rows without limit and offset; without `content` the JSON is left out.
 */
export async function selectRows(
  db: Db,
  { table, selection, where, order, limit, offset }: RowsWanted,
  { countAll, content }: { countAll: boolean; content: boolean },
): Promise<RowsRead> {
  const name = sql.table(table.name)
  const ordered = sql`order by ${orderToSql(table, order)}`
  const page = sql`where ${where} ${ordered} ${Number.isFinite(limit) ? sql`limit ${limit}` : sql``} offset ${offset}`
  const onPage = offset > 0 ? sql`where id in (select id from ${name} ${page}) ${ordered}` : page
  const total = countAll ? sql`(select count(*) from ${name} where ${where})` : sql`null::bigint`
  if (limit <= FEW_ROWS || !content) {
    const rows = sql`select ${wireColumns(selection)} from ${name} ${onPage}`
    const few = await sql<RowsRead & { heaviest: number | null }>`
      select ${content ? JSON_OF_LIGHT_ROWS : NO_JSON}, count(*) as count, ${total} as total
      from (${rows}) as ${ROW}`.execute(db)
    const [read] = few.rows
    if (read && (read.heaviest ?? 0) <= LIGHT_ROW_BYTES) return read
  }
  const rows = weighed(sql`select * from ${name} ${onPage}`, selection)
  const answer = await sql<RowsRead>`
    select ${JSON_THAT_FITS} as json, count, ${total} as total from (${rows}) as answer`.execute(db)
  return answer.rows[0] as RowsRead
}

/**
 * Runs a statement with `returning *` and returns its rows as JSON for the wire; without `content` the JSON is left
 * out.
 */
export async function returnRows(
  db: Db,
  statement: RawBuilder<unknown>,
  selection: Selection,
  { content }: { content: boolean },
): Promise<JsonRows> {
  const shown = sql`
    select ${JSON_THAT_FITS} as json, count from (${weighed(sql`table written`, selection)}) as answer`
  const answer = await sql<JsonRows>`
    with written as (${statement})
    ${content ? shown : sql`select '' as json, count(*) as count from written`}`.execute(db)
  return answer.rows[0] as JsonRows
}

/** No column of an answer can have this name; otherwise the column would be meant instead of the row. */
const ROW = sql.raw('"a row"')
/** Here a row is in one piece, its long texts compressed as they are stored, so its size is cheap to get. */
const JSON_OF_LIGHT_ROWS = sql.raw(`
  coalesce((json_agg("a row") filter (where pg_column_size("a row") <= ${LIGHT_ROW_BYTES}))::text, '[]') as json,
  max(pg_column_size("a row")) as heaviest`)
const NO_JSON = sql.raw(`'' as json, null as heaviest`)

/**
 * The JSON of as many rows as an answer can hold, and the weight of all of them. The rows are weighed first,
 * because otherwise the database would build gigabytes of JSON only for us to refuse them.
 */
const weighed = (rows: RawBuilder<unknown>, selection: Selection) => sql`
  select coalesce((json_agg("a row") filter (where page.so_far <= ${sql.lit(MAX_JSON_BYTES)}))::text, '[]') as json,
    count(*) as count, coalesce(max(page.so_far), 0) as weight
  from (select *, sum(${weightOf(selection)}) over (rows unbounded preceding) as so_far from (${rows}) as own) as page
  cross join lateral (select ${wireColumns(selection)}) as ${ROW}`

/**
 * The smallest size that the JSON of a row can have. The database knows the length of a text without reading it.
 */
function weightOf(selection: Selection): RawBuilder<number> {
  const texts = [...selection.values()].filter(({ type }) => type === 'text')
  const lengths = texts.map(({ name }) => sql.raw(`coalesce(octet_length("${name}"), 0)`))
  return sql<number>`${sql.join([sql.lit([...selection.keys()].join('"":,').length), ...lengths], sql` + `)}`
}

const JSON_THAT_FITS = sql.raw(
  `case when weight <= ${MAX_JSON_BYTES} and octet_length(json) <= ${MAX_JSON_BYTES} then json end`,
)

const wireColumns = (selection: Selection) => sql.join([...selection].map(wireColumn))

/**
 * Raw SQL if the name is the catalogue's own, which halves the time of a list here; a client's alias is always
 * escaped.
 */
function wireColumn([alias, column]: [string, Column]): RawBuilder<unknown> {
  const wire = toWire(column)
  return alias === column.name ? sql.raw(`${wire} as "${alias}"`) : sql`${sql.raw(wire)} as ${sql.id(alias)}`
}

function toWire({ name, type }: Column): string {
  if (type === 'moment') return `iso("${name}")`
  return type === 'decimal' ? `trim_scale("${name}")::text` : `"${name}"`
}

/** Orders by the table's own columns: a bare name would mean the answer's text, which sorts 1000 before 500. */
function orderToSql(table: Table, order: readonly Ordering[]): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${table.name}.${column}`)
  const terms = order.map(({ column, descending, nulls }) => {
    const direction = descending ? sql`desc` : sql`asc`
    const nullsPlace = nulls ? sql` nulls ${nulls === 'first' ? sql`first` : sql`last`}` : sql``
    return sql`${own(column)} ${direction}${nullsPlace}`
  })
  return sql.join([...terms, table.tieBreak === 'id' ? own('id') : sql`${own('id')} desc`])
}
