import { type RawBuilder, sql } from 'kysely'
import { readInPieces } from '../db/read-in-pieces.ts'
import type { Db } from '../db/schema.ts'
import type { Table } from './catalogue.ts'
import { textLengths, wireColumn } from './columns.queries.ts'
import type { Condition } from './conditions.queries.ts'
import { leadColumnSql, leadJsonSql, leadOrderSql, leadWeightSql } from './embeds.queries.ts'
import { MAX_JSON_BYTES, ROW_SEPARATOR } from './forms.ts'
import type { Ordering } from './query.ts'
import { type Embed, isEveryColumn, type Selection } from './selection.ts'

/** The rows to read, in their order. Names must be from the catalogue. `limit` and `offset` count rows. */
export type RowsWanted = {
  table: Table
  selection: Selection
  where: Condition
  order: readonly Ordering[]
  /** The lead that the order may name. */
  embed: Embed | undefined
  limit: number
  offset: number
}

/** Rows as JSON text, made by the database and sent unchanged. Null if it would be too large for an answer. */
type JsonRows = { json: string | null; count: number }

/** So few rows of this size fit into an answer, even if everything in them is compressed 255 times, the max. */
const FEW_ROWS = 100
const LIGHT_ROW_BYTES = 2_000

export type FewRows = { json: string; count: number; total: number | null }

/**
 * Reads rows in one round trip if they are few and light. Otherwise returns undefined. If `countAll` is set, `total`
 * counts the rows without limit and offset. Without `content`, leaves out the JSON, and all rows count as light.
 */
export async function selectFewRows(
  db: Db,
  wanted: RowsWanted,
  { countAll, content }: { countAll: boolean; content: boolean },
): Promise<FewRows | undefined> {
  if (content && wanted.limit > FEW_ROWS) return undefined
  const keepsJson = isStored(wanted)
  const json = keepsJson ? STORED_JSON_OF_LIGHT_ROWS : JSON_OF_LIGHT_ROWS
  const few = await sql<FewRows & { heaviest: number | null }>`
    select ${content ? json : NO_JSON}, count(*) as count,
      ${countAll ? totalSql(wanted) : sql`null::bigint`} as total
    from (${pageSql(wanted, keepsJson ? sql`as_json` : shownSql(wanted.selection))}) as ${ROW}`.execute(db)
  const [read] = few.rows
  return read && (read.heaviest ?? 0) <= LIGHT_ROW_BYTES ? read : undefined
}

/** Reads rows as JSON in pieces, within a transaction. A row is null if it would make the answer too large. */
export const readRowsInPieces = (tx: Db, wanted: RowsWanted) =>
  readInPieces<{ json: string | null }>(tx, isStored(wanted) ? storedJsonSql(wanted) : madeJsonSql(wanted))

const isStored = ({ table, selection }: RowsWanted) => table.keepsJson && isEveryColumn(table, selection)

const storedJsonSql = (wanted: RowsWanted) => sql`
  select case when ${FITS} then as_json end as json
  from (select as_json, sum(octet_length(as_json)) over (rows unbounded preceding) as so_far
    from (${pageSql(wanted, sql`as_json`)}) as own) as page`

const madeJsonSql = (wanted: RowsWanted) => sql`
  select case when ${FITS} then row_to_json("a row".*)::text end as json
  from ${weighed(pageSql(wanted, sql`*`), wanted.selection)}`

/** Counts the rows without limit and offset. */
export async function countRows(db: Db, wanted: RowsWanted): Promise<number | null> {
  const { rows } = await sql<{ total: number }>`select ${totalSql(wanted)} as total`.execute(db)
  return rows[0]?.total ?? null
}

const totalSql = ({ table, where }: RowsWanted) =>
  sql`(select count(*) from ${sql.table(table.name)} where ${where})`

/** Skipping up to so many rows with kept JSON is faster than finding the page's rows by their ids. */
const FEW_SKIPPED = 1_000

/** Selects the wanted rows. If that is faster, it reads only the order of the rows that `offset` skips. */
function pageSql(wanted: RowsWanted, shown: RawBuilder<unknown>) {
  const { table, where, order, embed, limit, offset } = wanted
  const name = sql.table(table.name)
  const ordered = sql`order by ${orderToSql(table, order, embed)}`
  const page = sql`where ${where} ${ordered} ${Number.isFinite(limit) ? sql`limit ${limit}` : sql``} offset ${offset}`
  const skipsByPlace = offset > (isStored(wanted) ? FEW_SKIPPED : 0)
  const onPage = skipsByPlace ? sql`where id in (select id from ${name} ${page}) ${ordered}` : page
  return sql`select ${shown} from ${name} ${onPage}`
}

/**
 * Runs a statement with `returning *` and returns its rows as JSON for the wire. Without `content`, leaves out the
 * JSON.
 */
export async function returnRows(
  db: Db,
  statement: RawBuilder<unknown>,
  selection: Selection,
  { content }: { content: boolean },
): Promise<JsonRows> {
  const weighedAll = sql`
    select coalesce((json_agg("a row".*) filter (where ${FITS}))::text, '[]') as json,
      count(*) as count, coalesce(max(page.so_far), 0) as weight
    from ${weighed(sql`table written`, selection)}`
  const shown = sql`select ${JSON_THAT_FITS} as json, count from (${weighedAll}) as answer`
  const answer = await sql<JsonRows>`
    with written as (${statement})
    ${content ? shown : sql`select '' as json, count(*) as count from written`}`.execute(db)
  return answer.rows[0] as JsonRows
}

const ROW = sql.raw('"a row"')
/**
 * A row is in one piece here, with its long texts compressed as they are stored, so its size is cheap to get. `.*`
 * means the row even if a client calls a column "a row".
 */
const JSON_OF_LIGHT_ROWS = sql.raw(`
  coalesce((json_agg("a row".*) filter (where pg_column_size("a row".*) <= ${LIGHT_ROW_BYTES}))::text, '[]') as json,
  max(pg_column_size("a row".*)) as heaviest`)
/** The length of a text is its size before compression, so a row that is light here is also light in the answer. */
const STORED_JSON_OF_LIGHT_ROWS = sql.raw(`
  '[' || coalesce(string_agg(as_json, '${ROW_SEPARATOR}') filter (where octet_length(as_json) <= ${LIGHT_ROW_BYTES}), '') || ']'
    as json,
  max(octet_length(as_json)) as heaviest`)
const NO_JSON = sql.raw(`'' as json, null as heaviest`)

/**
 * Returns SQL for the rows as an answer shows them, each with the weight of itself and all rows before it. The rows are
 * weighed first, because otherwise the database would build gigabytes of JSON only for us to refuse them.
 */
const weighed = (rows: RawBuilder<unknown>, selection: Selection) => sql`
  (select *, sum(${weightOf(selection)}) over (rows unbounded preceding) as so_far from (${rows}) as own) as page
  cross join lateral (select ${shownSql(selection)}) as ${ROW}`
const FITS = sql.raw(`page.so_far <= ${MAX_JSON_BYTES}`)

/** Returns SQL for the smallest size that the JSON of a row can have. */
function weightOf(selection: Selection): RawBuilder<number> {
  const shown = [...selection.values()]
  const own = textLengths(shown.flatMap((one) => ('column' in one && !one.of ? [one.column] : [])))
  const embeds = new Set(shown.flatMap((one) => ('embed' in one ? [one.embed] : (one.of ?? []))))
  const names = sql.lit([...selection.keys()].join('"":,').length)
  return sql<number>`${sql.join([names, ...own, ...[...embeds].map(leadWeightSql)], sql` + `)}`
}

const JSON_THAT_FITS = sql.raw(
  `case when weight <= ${MAX_JSON_BYTES} and octet_length(json) <= ${MAX_JSON_BYTES} then json end`,
)

const shownSql = (selection: Selection) =>
  sql.join(
    [...selection].map(([alias, shown]) => {
      if ('embed' in shown) return sql`${leadJsonSql(shown.embed)} as ${sql.id(alias)}`
      return shown.of ? sql`${leadColumnSql(shown.of, shown)} as ${sql.id(alias)}` : wireColumn(alias, shown)
    }),
  )

/** Orders by the table's own columns. A bare name would mean the answer's text, which sorts 1000 before 500. */
export function orderToSql(table: Table, order: readonly Ordering[], lead?: Embed): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${table.name}.${column}`)
  const terms = order.map(({ embed, column, descending, nulls }) => {
    const direction = descending ? sql`desc` : sql`asc`
    const nullsPlace = nulls ? sql` nulls ${nulls === 'first' ? sql`first` : sql`last`}` : sql``
    const value = embed !== undefined && lead ? leadOrderSql(lead, column) : own(column)
    return sql`${value} ${direction}${nullsPlace}`
  })
  return sql.join([...terms, table.tieBreak === 'id' ? own('id') : sql`${own('id')} desc`])
}
