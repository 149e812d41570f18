import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The statement that sets the status of every lead for which a condition holds, and returns them; with `onlyOne`,
 * of none unless the condition holds for exactly one.
 */
export function setLeadStatus(
  status: string,
  where: RawBuilder<SqlBool>,
  onlyOne: boolean,
): RawBuilder<unknown> {
  const isOne = onlyOne ? sql` and (select count(*) from leads where ${where}) = 1` : sql``
  return sql`update leads set status = ${status} where ${where}${isOne} returning *`
}
