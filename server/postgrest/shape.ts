import { sql } from 'kysely'
import type { Answer } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import type { Table } from './catalogue.ts'
import { type Condition, conditionOf } from './conditions.queries.ts'
import { existsSql } from './embeds.queries.ts'
import { findEmbed } from './embeds.ts'
import { ownRows } from './own-rows.queries.ts'
import type { Query, SelectedEmbed } from './query.ts'
import { allColumns, type Embed, type Selection, type Shown, selectionOf } from './selection.ts'

/** The contents of an answer, and the lead that it may embed. */
export type Shape = { selection: Selection; embed: Embed | undefined }

/** Returns the shape that the query asks for. If it names no columns, that is every column. */
export function shapeOf(table: Table, query: Query): Answer<Shape> {
  const embed = findEmbed(table, query)
  if (!embed.ok) return embed
  const selection: Answer<Selection> =
    query.select.length === 0
      ? { ok: true, value: allColumns(table) }
      : selectionOf(table, query.select, (item) => show(item, embed.value))
  return selection.ok ? { ok: true, value: { selection: selection.value, embed: embed.value } } : selection
}

/** Shows an embedded table. Without columns it serves only for filters, and the answer leaves it out. */
function show({ alias, isSpread }: SelectedEmbed, embed: Embed | undefined): Answer<Shown[]> {
  if (!embed || embed.columns.size === 0) return { ok: true, value: [] }
  const spread = [...embed.columns].map(([name, shown]): Shown => [name, { ...shown, of: embed }])
  return { ok: true, value: isSpread ? spread : [[alias, { embed }]] }
}

/** Returns the condition on the rows of a read, limited to those that the caller may see. */
export function whereOf(
  table: Table,
  { filters }: Query,
  embed: Embed | undefined,
  caller: Pick<Caller, 'onlyOf'>,
): Answer<Condition> {
  const where = askedRows(table, filters, embed)
  const own = ownRows(table, caller)
  return where.ok && own ? { ok: true, value: sql`${own} and (${where.value})` } : where
}

function askedRows(table: Table, filters: Query['filters'], embed: Embed | undefined): Answer<Condition> {
  if (!embed) return conditionOf(table, filters)
  const exists = existsSql(embed)
  const where = conditionOf(table, filters, new Map(embed.names.map((name) => [name, exists])))
  return where.ok && embed.isInner ? { ok: true, value: sql`${where.value} and ${exists}` } : where
}
