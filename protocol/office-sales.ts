import type { Hold } from '#domain/access/hold.ts'
import { STANDINGS, type Standing } from '#domain/after-signature/standing-of-sale.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'

/**
 * Every sale for the back office, under `BACK_OFFICE_PATH`, with the public key (docs/product 22.5).
 *
 * - `GET /sales-list?search=&status=&outcome=&owner=&phone=&from=&to=&sort=&limit=&after=` returns {@link SalesPage}
 * - `GET /sales.csv?search=&status=&outcome=&owner=&phone=&from=&to=&sort=` returns the sales found as CSV
 */
export const SALES_PATH = '/sales-list'
export const SALES_FILE_PATH = '/sales.csv'

/** All sales, those with a status, or those that their customers cancelled, whatever their status. */
export const COUNTED_SALES = ['all', ...OPPORTUNITY_STATUSES, 'cancelled'] as const
export type CountedSales = (typeof COUNTED_SALES)[number]
/** The same, or the sales that wait until the office releases them (docs/product 26.6). */
export const SALE_FILTERS = [...COUNTED_SALES, 'held'] as const
export type SaleFilter = (typeof SALE_FILTERS)[number]
/** All sales, those with a standing after the signature, or those with an open complaint (docs/product 23.1). */
export const OUTCOME_FILTERS = ['all', ...STANDINGS, 'complaint-open'] as const
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number]
export const SALE_SORTS = ['newest', 'oldest'] as const
/** The max number of sales in one response. */
export const MAX_SALES_LISTED = 200

/** The max length of a search, in characters. */
export const MAX_SEARCH = 300
/** The form of an id in `owner` and `phone`. */
export const SEARCHED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/**
 * The form of a day that can be searched for. The years 0000 and 9999 are excluded, because the day before or after may
 * not have four digits.
 */
export const SEARCHED_DAY = /^(?!0000|9999)\d{4}-\d\d-\d\d$/

/**
 * What to find; an empty field matches anything. `owner` is the id of the sale's owner, `phone` the id of the phone
 * that made it. `from` and `to` are days in London, both included. The day of a sale is when it was signed or, before
 * that, when it reached the server.
 */
export type SalesSearch = {
  search: string
  status: SaleFilter
  outcome: OutcomeFilter
  owner: string
  phone: string
  from: string
  to: string
  sort: (typeof SALE_SORTS)[number]
}

/**
 * A sale in the list. `cancelled_at`: when the customer's cancellation arrived, in time or not; null without one.
 * `standing`: its standing after the signature; null if nothing was recorded. `owner_name`: its owner; null without
 * one. `phone_name`: the office's name for the phone that made it; null if that is not known.
 */
export type SaleListed = Pick<
  Opportunity,
  | 'session_id'
  | 'status'
  | 'customer_name'
  | 'customer_location'
  | 'service_package_name'
  | 'total_value'
  | 'contract_timestamp'
  | 'created_at'
> & {
  cancelled_at: string | null
  cancelled_in_time: boolean | null
  standing: { kind: Standing; happened_on: string } | null
  complaint_open: boolean
  owner_name: string | null
  phone_name: string | null
  /** Why it is held; null if it is not. */
  hold: Hold | null
}

/** `next` is the `after` of the next page; null at the end. */
export type SalesPage = { sales: SaleListed[]; next: string | null }
