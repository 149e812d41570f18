import { type Answer, allOf, failWith } from '../http/problem.ts'
import type { Column, Table } from './catalogue.ts'
import type { Condition } from './conditions.queries.ts'
import type { Selected, SelectedEmbed } from './query.ts'
import { findColumn } from './values.ts'

/** A column as an answer shows it: unchanged, cast to another type, or from the embedded lead. */
export type ShownColumn = { column: Column; cast: string | undefined; of?: Embed }

/** The contents of an answer, by their names in it. */
export type Selection = ReadonlyMap<string, ShownColumn | { embed: Embed }>

/** The part of a sale's lead that the client asked for. */
export type Embed = {
  /** The names by which filters and orders call it. */
  names: string[]
  columns: ReadonlyMap<string, ShownColumn>
  /** The condition on the lead. If it does not hold, the lead counts as missing. */
  where: Condition
  /** True if sales without the lead are left out. */
  isInner: boolean
}

/** The types to which a column can be cast, by their names in the database. */
const TYPES = new Set([
  ...['text', 'varchar', 'character varying', 'uuid', 'json', 'jsonb', 'bool', 'boolean'],
  ...['int', 'int2', 'int4', 'int8', 'integer', 'smallint', 'bigint'],
  ...['numeric', 'decimal', 'float4', 'float8', 'real', 'double precision'],
  ...['date', 'time', 'timestamp', 'timestamptz'],
])

/** One entry of a selection. */
export type Shown = [name: string, shown: ShownColumn | { embed: Embed }]

/**
 * Returns the selection from a table. A client can give one column many names, but only as many as the table has
 * columns. So one sale, whose columns are below 1 MiB each, always fits into the answer to its write.
 */
export function selectionOf(
  table: Table,
  select: readonly Selected[],
  show: (item: SelectedEmbed) => Answer<Shown[]>,
): Answer<Selection> {
  if (select.length > table.columns.size)
    return failWith('answer-too-large', `At most ${table.columns.size} columns.`)
  const shown = allOf(select.map((item) => (item.kind === 'embed' ? show(item) : columnsOf(table, item))))
  return shown.ok ? { ok: true, value: new Map(shown.value.flat()) } : shown
}

/** Caches, by table, every column under its own name, because most calls ask for that. */
const everyColumn = new Map<Table, ReadonlyMap<string, ShownColumn>>()

/** Returns every column of a table under its own name. */
export function allColumns(table: Table): ReadonlyMap<string, ShownColumn> {
  const known = everyColumn.get(table)
  if (known) return known
  const all = new Map([...table.columns].map(([name, column]) => [name, { column, cast: undefined }]))
  everyColumn.set(table, all)
  return all
}

/** Returns true if the selection has every column of the table, in order and unchanged. */
export function isEveryColumn(table: Table, selection: Selection): boolean {
  const all = [...table.columns.values()]
  const isNext = ([alias, shown]: Shown, place: number) =>
    'column' in shown && shown.column === all[place] && shown.column.name === alias && isPlain(shown)
  return selection.size === all.length && [...selection].every(isNext)
}

const isPlain = ({ cast, of }: ShownColumn) => cast === undefined && of === undefined

function columnsOf(table: Table, item: Exclude<Selected, SelectedEmbed>): Answer<[string, ShownColumn][]> {
  if (item.kind === 'all') return { ok: true, value: [...allColumns(table)] }
  if (item.kind === 'aggregate') return failWith('PGRST123')
  const column = findColumn(table, item.column)
  if (!column.ok) return column
  const cast = item.cast?.toLowerCase()
  if (cast !== undefined && !TYPES.has(cast)) return failWith('42704')
  return { ok: true, value: [[item.alias, { column: column.value, cast }]] }
}
