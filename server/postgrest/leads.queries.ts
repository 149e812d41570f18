import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** The statement that sets the status of every lead for which a condition holds, and returns them. */
export function setLeadStatus(status: string, where: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`update leads set status = ${status} where ${where} returning *`
}
