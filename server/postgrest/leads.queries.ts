import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Returns a statement that sets the status of every lead for which the condition holds, and returns these leads. */
export function setLeadStatus(status: string, where: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`update leads set status = ${status} where ${where} returning *`
}
