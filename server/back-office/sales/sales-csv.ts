import { orderReference } from '#domain/contract/order-reference.ts'
import type { SalesSearch } from '#protocol/office-sales.ts'
import type { Db } from '../../db/schema.ts'
import { inPages, toCsv } from '../../to-csv.ts'
import { listSales, type SaleFound } from './list-sales.queries.ts'

const PAGE = 1_000

const COLUMNS = [
  'order_reference',
  'session_id',
  'status',
  'created_at',
  'contract_timestamp',
  'cancelled_at',
  'cancelled_in_time',
  'outcome',
  'outcome_on',
  'complaint_open',
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_location',
  'area',
  'owner_name',
  'phone_name',
  'hold',
  'service_package_name',
  'service_speed',
  'service_monthly_price',
  'service_installation_price',
  'customer_discount',
  'total_value',
  'voucher_amount',
  'ghl_opportunity_id',
] as const

/** Yields the sales that a search finds as CSV, with times in UTC. */
export const salesToCsv = (db: Db, search: SalesSearch): AsyncIterable<string> =>
  toCsv(
    COLUMNS,
    inPages(async (after) => {
      const { sales, next } = await listSales(db, { ...search, limit: PAGE, after })
      return { rows: sales.map(rowOf), next }
    }),
  )

function rowOf(sale: SaleFound) {
  const order_reference = sale.contract_timestamp && orderReference(sale.contract_timestamp)
  const { kind: outcome = null, happened_on: outcome_on = null } = sale.standing ?? {}
  const cells = { ...sale, order_reference, outcome, outcome_on }
  return COLUMNS.map((column) => cells[column])
}
