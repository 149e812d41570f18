import type { CalendarDate } from '#domain/cooling-off/calendar-date.ts'
import type { Pounds } from '#domain/kernel/money.ts'
import type { CountedSales } from './office-sales.ts'

/**
 * The figures of the dashboard, under `BACK_OFFICE_PATH`, with the public key (docs/product 22.6).
 *
 * - `GET /summary?from=&to=` returns {@link Summary}; without days, for the last 30
 */
export const SUMMARY_PATH = '/summary'

/** The page that shows them. */
export const DASHBOARD_PAGE = '/admin'

/** The max number of days in one summary. */
export const MAX_SUMMARY_DAYS = 366

/**
 * A summary of the sales from one day in London to another, both included. Sales count on the same day as in the list
 * of sales.
 */
export type Summary = {
  from: CalendarDate
  to: CalendarDate
  figures: Figure[]
  /** The days on which won sales were signed, the latest first. */
  days: DayOfSales[]
  attention: Attention[]
}

export type SalesCounted = {
  count: number
  /** The sum of their totals. */
  value: Pounds
  /**
   * The query that finds exactly these sales, for `GET /sales-list`, `GET /sales.csv`, and after the `#` of the page.
   */
  query: string
}

/** The sales with a status, or those that their customers cancelled. */
export type Figure = SalesCounted & {
  name: CountedSales
  /** The same for as many days before that. */
  before: SalesCounted
}

/** The sales that were signed on a day and are won. */
export type DayOfSales = SalesCounted & { day: CalendarDate }

/** The kinds of thing that may wait for a person. */
export const ATTENTION = [
  'customer-notices',
  'documents-not-given',
  'complaints',
  'signed-at-closed-doors',
  'held',
  'parked-deliveries',
  'phones',
] as const

/** Something that waits for a person, and the page where it is dealt with. */
export type Attention = {
  name: (typeof ATTENTION)[number]
  count: number
  page: string
}
