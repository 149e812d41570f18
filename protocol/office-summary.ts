import type { CalendarDate } from '#domain/cooling-off/calendar-date.ts'
import type { Pounds } from '#domain/kernel/money.ts'
import type { CountedSales } from './office-sales.ts'

/**
 * The figures of the dashboard, under `BACK_OFFICE_PATH`, with the public key (docs/product 22.6).
 *
 * - `GET /summary?from=&to=` answers {@link Summary}; without days, of the last 30
 */
export const SUMMARY_PATH = '/summary'

/** The page that shows them. */
export const DASHBOARD_PAGE = '/admin'

/** How many days one summary may span. */
export const MAX_SUMMARY_DAYS = 366

/** Of the sales from one day in London to another, both included. A sale's day is that of the list of sales. */
export type Summary = {
  from: CalendarDate
  to: CalendarDate
  figures: Figure[]
  /** The days with won sales, by their signature, the latest first. */
  days: DayOfSales[]
  attention: Attention[]
}

export type SalesCounted = {
  count: number
  /** The sum of their totals. */
  value: Pounds
  /** Asks the list of sales for exactly these: for `GET /sales-list`, `GET /sales.csv`, and behind the `#` of the page. */
  query: string
}

/** The sales of a status, or that their customers cancelled. */
export type Figure = SalesCounted & {
  name: CountedSales
  /** The same of as many days before. */
  before: SalesCounted
}

/** The sales that were signed on a day and are won. */
export type DayOfSales = SalesCounted & { day: CalendarDate }

/** What may wait for a person. */
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
