import type { Hold } from '#domain/access/hold.ts'
import { STANDINGS, type Standing } from '#domain/after-signature/standing-of-sale.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'

/**
 * Every sale for the back office, under `BACK_OFFICE_PATH`, with the public key (docs/product 22.5).
 *
 * - `GET /sales-list?search=&status=&outcome=&owner=&phone=&from=&to=&sort=&limit=&after=` answers {@link SalesPage}
 * - `GET /sales.csv?search=&status=&outcome=&owner=&phone=&from=&to=&sort=` answers what is found as CSV
 */
export const SALES_PATH = '/sales-list'
export const SALES_FILE_PATH = '/sales.csv'

/** All sales, those of a status, or those that their customers cancelled, whatever their status. */
export const COUNTED_SALES = ['all', ...OPPORTUNITY_STATUSES, 'cancelled'] as const
export type CountedSales = (typeof COUNTED_SALES)[number]
/** Those, or the sales that wait until the office releases them (docs/product 26.6). */
export const SALE_FILTERS = [...COUNTED_SALES, 'held'] as const
export type SaleFilter = (typeof SALE_FILTERS)[number]
/** All sales, those that stand so after the signature, or those with an open complaint (docs/product 23.1). */
export const OUTCOME_FILTERS = ['all', ...STANDINGS, 'complaint-open'] as const
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number]
export const SALE_SORTS = ['newest', 'oldest'] as const
/** How many sales one answer may hold. */
export const MAX_SALES_LISTED = 200

/** How long a search may be, in characters. */
export const MAX_SEARCH = 300
/** The id of a person or phone, as `owner` and `phone` find it. */
export const SEARCHED_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** A day that can be searched for: the first and the last year of four digits have no day before or after. */
export const SEARCHED_DAY = /^(?!0000|9999)\d{4}-\d\d-\d\d$/

/**
 * What to find, empty for any. `owner` is the id of the person whose sale it is, `phone` of the phone that made it. `from` and
 * `to` are days in London, both included, on which a sale was signed or, before that, reached the server.
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
 * A sale in the list. `cancelled_at`: when the customer's cancellation came, in time or not; null without one. `standing`: how
 * it stands after the signature; null if nothing was recorded. `owner_name`: the person whose sale it is; null without one.
 * `phone_name`: what the office calls the phone that made it; null if none is known.
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
  /** Why it waits until the office releases it; null if it does not. */
  hold: Hold | null
}

/** `next` is what to ask for with `after`; null at the end. */
export type SalesPage = { sales: SaleListed[]; next: string | null }
