import { sql } from 'kysely'
import { addDays, type CalendarDate } from '#domain/cooling-off/calendar-date.ts'
import type { Pounds } from '#domain/kernel/money.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Db } from '../../db/schema.ts'
import { midnight, SALE_MOMENT } from '../sales/list-sales.queries.ts'

/** The number of sales of one day in London with one status, cancelled or not, and the sum of their totals. */
export type DayCounted = {
  day: CalendarDate
  status: OpportunityStatus
  is_cancelled: boolean
  count: number
  value: Pounds
}

/** Counts the sales of the days from `from` to `to`. Reads every sale, because no index holds the moment. */
export async function countSalesByDay(db: Db, from: CalendarDate, to: CalendarDate): Promise<DayCounted[]> {
  const { rows } = await sql<DayCounted>`
    select (${SALE_MOMENT} at time zone 'Europe/London')::date::text as day, status,
      cancellation.session_id is not null as is_cancelled,
      count(*)::integer as count, coalesce(sum(total_value), 0)::float8 as value
    from opportunities as sale left join cancellations as cancellation using (session_id)
    where ${SALE_MOMENT} >= ${midnight(from)} and ${SALE_MOMENT} < ${midnight(addDays(to, 1))}
    group by day, status, is_cancelled`.execute(db)
  return rows
}

/** Counts the cancellations and disputes that the office has not dealt with. */
export async function countOpenNotices(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from cancellations where dealt_with_at is null)
      + (select count(*) from disputes where dealt_with_at is null) as count`.execute(db)
  return rows[0]?.count ?? 0
}
