import { stringify } from 'csv-stringify/sync'
import { orderReference } from '#domain/contract/order-reference.ts'
import type { SalesSearch } from '#protocol/office-sales.ts'
import type { Db } from '../../db/schema.ts'
import { listSales, type SaleFound } from './list-sales.queries.ts'

const PAGE = 1_000
const BYTE_ORDER_MARK = '\uFEFF'

const COLUMNS = [
  'order_reference',
  'session_id',
  'status',
  'created_at',
  'contract_timestamp',
  'cancelled_at',
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_location',
  'area',
  'service_package_name',
  'service_speed',
  'service_monthly_price',
  'service_installation_price',
  'customer_discount',
  'total_value',
  'voucher_amount',
  'ghl_opportunity_id',
] as const

/**
 * Yields what a search finds as CSV, a page at a time: UTF-8 with its mark, CRLF, moments in UTC, no text that a spreadsheet
 * would take for a formula.
 */
export async function* salesToCsv(db: Db, search: SalesSearch): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([COLUMNS])
  let after: string | undefined
  do {
    const { sales, next } = await listSales(db, { ...search, limit: PAGE, after })
    if (sales.length > 0) yield toCsv(sales.map(rowOf))
    after = next ?? undefined
  } while (after !== undefined)
}

const toCsv = (rows: readonly (readonly (string | number | null)[])[]) =>
  stringify(rows as (string | number | null)[][], { record_delimiter: 'windows', escape_formulas: true })

function rowOf(sale: SaleFound) {
  const order_reference = sale.contract_timestamp && orderReference(sale.contract_timestamp)
  const cells = { ...sale, order_reference }
  return COLUMNS.map((column) => cells[column])
}
