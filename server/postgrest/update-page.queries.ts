import { type SqlBool, sql } from 'kysely'
import { type Answer, allOf, failWith } from '../http/problem.ts'
import type { Caller } from '../identity/caller.ts'
import type { Table } from './catalogue.ts'
import type { Condition } from './conditions.queries.ts'
import type { Query } from './query.ts'
import { orderToSql } from './rows.queries.ts'
import { whereOf } from './shape.ts'
import { findColumn } from './values.ts'

/**
 * The rows that an update changes. It is refused if it finds more than `maxFound`: a limit must not choose among them.
 */
export type UpdatePage = { where: Condition; maxFound: number }

/**
 * Returns the condition on the rows to update. For sales, it includes only those that the caller may write. A limit or
 * an offset needs an order. A limit without an order is accepted if it leaves no row out, so `.eq('id', id).limit(1)`
 * works.
 */
export function updatePageOf(
  table: Table,
  query: Query,
  caller: Pick<Caller, 'sellsFor'>,
): Answer<UpdatePage> {
  const { order, limit, offset = 0 } = query
  const where = whereOf(table, query, undefined, { onlyOf: caller.sellsFor })
  if (!where.ok) return where
  const ordered = allOf(order.map(({ column }) => findColumn(table, column)))
  if (!ordered.ok) return ordered
  if (offset === 0 && limit === undefined) return unlimited(where.value)
  if (order.length > 0 || limit === 0) return unlimited(onPage(table, query, where.value))
  return offset === 0 && limit !== undefined
    ? { ok: true, value: { where: where.value, maxFound: limit } }
    : failWith('PGRST109')
}

const unlimited = (where: Condition): Answer<UpdatePage> => ({
  ok: true,
  value: { where, maxFound: Number.POSITIVE_INFINITY },
})

function onPage(table: Table, { order, limit, offset = 0 }: Query, where: Condition): Condition {
  const page = sql`order by ${orderToSql(table, order)} limit ${limit ?? null} offset ${offset}`
  return sql<SqlBool>`id in (select id from ${sql.table(table.name)} where ${where} ${page})`
}
