import { addDays, type CalendarDate } from '#domain/cooling-off/calendar-date.ts'
import { sumPounds } from '#domain/kernel/money.ts'
import { COUNTED_SALES, type CountedSales } from '#protocol/office-sales.ts'
import type { SalesCounted, Summary } from '#protocol/office-summary.ts'
import type { DayCounted } from './summary.queries.ts'

const DAY_MS = 86_400_000

/** A period. It is compared with the same number of days just before it. */
export type Period = { from: CalendarDate; to: CalendarDate }

/** Returns the number of days in a period. */
export const daysIn = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Returns the period just before another, with as many days. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -daysIn(period)),
  to: addDays(period.from, -1),
})

/** Returns the figures of a period from the counts of its days and of the days in the period before. */
export function summarise(counted: readonly DayCounted[], period: Period): Pick<Summary, 'figures' | 'days'> {
  const count = (name: CountedSales, days: Period) => countedAs(counted, name, days)
  const figures = COUNTED_SALES.map((name) => ({
    name,
    ...count(name, period),
    before: count(name, periodBefore(period)),
  }))
  const days = [...new Set(counted.map(({ day }) => day))]
    .filter((day) => day >= period.from)
    .toSorted((one, other) => other.localeCompare(one))
    .map((day) => ({ day, ...count('closed-won', { from: day, to: day }) }))
  return { figures, days: days.filter((day) => day.count > 0) }
}

/** Counts as the list of sales finds them with the query that is returned (`list-sales.queries.ts`). */
function countedAs(counted: readonly DayCounted[], name: CountedSales, { from, to }: Period): SalesCounted {
  const found = counted.filter(({ day, ...sales }) => day >= from && day <= to && isFound(name, sales))
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    value: sumPounds(...found.map(({ value }) => value)),
    query: new URLSearchParams({ ...(name !== 'all' && { status: name }), from, to }).toString(),
  }
}

const isFound = (name: CountedSales, { status, is_cancelled }: Omit<DayCounted, 'day'>): boolean =>
  name === 'all' || name === status || (name === 'cancelled' && is_cancelled)
