import type { Hold } from '#domain/access/hold.ts'

/**
 * The sales that wait until the office releases them, under `BACK_OFFICE_PATH` (docs/product 26.6).
 *
 * - `GET /held-sales` answers {@link HeldSales}, the 50 that have waited longest
 * - `POST /sales/:session_id/release` answers {@link Released}, also if the sale is not held; 404 if there is no such sale
 */
export const HELD_SALES_PATH = '/held-sales'

export type HeldSales = { count: number; sales: HeldSale[] }

/** A sale that was taken but reaches neither CRM, automation nor mail. */
export type HeldSale = {
  session_id: string
  hold: Hold
  /** Since when it is held. */
  since: string
  customer_name: string | null
  customer_location: string | null
  contract_timestamp: string | null
  /** The name of the person whose sale it is; null if it has no owner. */
  owner_name: string | null
  /** What the office calls its phone; null if none is known. */
  phone_name: string | null
}

export type Released = { released: true }
