import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { textLengths, toWire, wireColumn } from './columns.queries.ts'
import type { Condition } from './conditions.queries.ts'
import type { Embed, ShownColumn } from './selection.ts'

/** Inside a query of leads, the only `lead_id` belongs to the sale of the outer query. */
const LEAD_OF_SALE = sql.raw('leads.id = lead_id')

const leadSql = (what: RawBuilder<unknown>, { where }: Embed) =>
  sql`(select ${what} from leads where ${LEAD_OF_SALE} and ${where})`

/** Returns the condition that a sale has the embedded lead. */
export const existsSql = (embed: Embed): Condition => sql<SqlBool>`exists ${leadSql(sql``, embed)}`

/** Returns SQL for a column of the embedded lead. It is null if the sale has none. */
export const leadColumnSql = (embed: Embed, shown: ShownColumn) => leadSql(sql.raw(toWire(shown)), embed)

/** Returns SQL for a column of the embedded lead to order by, as the database stores it. */
export const leadOrderSql = (embed: Embed, column: string) => leadSql(sql.ref(`leads.${column}`), embed)

const wireColumns = ({ columns }: Embed) =>
  sql.join([...columns].map(([alias, shown]) => wireColumn(alias, shown)))

/** Returns SQL for the embedded lead as an object. It is null if the sale has none. */
export const leadJsonSql = (embed: Embed) =>
  sql`(select row_to_json("a lead".*) from ${leadSql(wireColumns(embed), embed)} as "a lead")`

/** Returns SQL for the smallest size that the texts of the embedded lead can have. */
export function leadWeightSql({ columns, ...embed }: Embed): RawBuilder<unknown> {
  const texts = textLengths([...columns.values()].map(({ column }) => column))
  return sql`coalesce(${leadSql(sql.join([sql.lit(0), ...texts], sql` + `), { columns, ...embed })}, 0)`
}
