import { sql } from 'kysely'
import type { CalendarDate } from '#domain/cooling-off/calendar-date.ts'
import type { Outcome } from '#domain/street/outcome.ts'
import type { DayOfVisits } from '#protocol/office-street.ts'
import type { Db } from '../../db/schema.ts'

/**
 * Counts the visits since a day in London by day and outcome. No visit is later than its arrival (`countsAt`), so the
 * index by arrival finds them all, and the cost does not depend on leads or on older visits.
 */
export async function countVisitsPerDay(db: Db, since: CalendarDate): Promise<DayOfVisits[]> {
  const { rows } = await sql<{ day: CalendarDate; outcome: Outcome; count: number }>`
    with first as (select ${since}::date::timestamp at time zone 'Europe/London' as moment)
    select (least(occurred_at, received_at) at time zone 'Europe/London')::date::text as day, outcome,
      count(*)::integer as count
    from visits as visit
    where received_at >= (select moment from first) and least(occurred_at, received_at) >= (select moment from first)
      and undoes is null and not exists (select from visits as later where later.undoes = visit.id)
    group by day, outcome order by day desc`.execute(db)
  const days = Map.groupBy(rows, ({ day }) => day)
  return [...days].map(([day, counted]) => ({
    day,
    counts: Object.fromEntries(counted.map(({ outcome, count }) => [outcome, count])),
  }))
}
