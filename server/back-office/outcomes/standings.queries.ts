import { type RawBuilder, sql } from 'kysely'
import { STANDINGS } from '#domain/after-signature/standing-of-sale.ts'
import type { OutcomeFilter } from '#protocol/office-sales.ts'
import type { Db } from '../../db/schema.ts'

/** The same decisions as `standingOf` and `hasOpenComplaint`, for a query whose sales are named `sale`. */

const COUNTS = sql`taken_back_at is null`
const OF_SALE = sql`session_id = sale.session_id and ${COUNTS}`
const STANDS = sql`kind in (${sql.join(STANDINGS)})`
const COUNTS_FROM = sql`least(happened_on, (recorded_at at time zone 'Europe/London')::date)`
const LATEST = sql`${COUNTS_FROM} desc, recorded_at desc, id`
const MORE_OPENED = sql`
  count(*) filter (where kind = 'complaint-opened') > count(*) filter (where kind = 'complaint-closed')`

/** The standing of a sale as JSON; null if nothing was recorded. */
export const STANDING = sql`(
  select jsonb_build_object('kind', kind, 'happened_on', happened_on) from sale_outcomes
  where ${OF_SALE} and ${STANDS} order by ${LATEST} limit 1)`

export const COMPLAINT_IS_OPEN = sql`(select ${MORE_OPENED} from sale_outcomes where ${OF_SALE})`

const WITH_COMPLAINT = sql`
  select session_id from sale_outcomes where ${COUNTS} group by session_id having ${MORE_OPENED}`

/**
 * Returns the condition for sales that have this standing or an open complaint. It reads the outcomes, not every sale.
 */
export const hasOutcome = (outcome: Exclude<OutcomeFilter, 'all'>): RawBuilder<unknown> =>
  outcome === 'complaint-open'
    ? sql`sale.session_id in (${WITH_COMPLAINT})`
    : sql`sale.session_id in (
        select session_id from (
          select distinct on (session_id) session_id, kind from sale_outcomes
          where ${COUNTS} and ${STANDS} order by session_id, ${LATEST}) as latest
        where kind = ${outcome})`

/** Counts the sales with an open complaint. */
export async function countOpenComplaints(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${WITH_COMPLAINT}) as complaints`.execute(db)
  return rows[0]?.count ?? 0
}
