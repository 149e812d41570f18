import type { Hold } from '#domain/access/hold.ts'

/**
 * The sales that wait until the office releases them, under `BACK_OFFICE_PATH` (docs/product 26.6).
 *
 * - `GET /held-sales` returns {@link HeldSales}, the 50 that have waited longest
 * - `POST /sales/:session_id/release` returns {@link Released}, even if the sale is not held; 404 if there is no such
 *   sale
 */
export const HELD_SALES_PATH = '/held-sales'

export type HeldSales = { count: number; sales: HeldSale[] }

/** A sale that was accepted but does not reach the CRM, the automation service or mail. */
export type HeldSale = {
  session_id: string
  hold: Hold
  /** When the hold began. */
  since: string
  customer_name: string | null
  customer_location: string | null
  contract_timestamp: string | null
  /** The name of its owner; null if it has none. */
  owner_name: string | null
  /** The office's name for its phone; null if the phone is not known. */
  phone_name: string | null
}

export type Released = { released: true }
