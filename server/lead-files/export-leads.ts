import { stringify } from 'csv-stringify/sync'
import type { Crm } from '#crm/port.ts'
import { writeCell } from '#domain/lead-files/cells.ts'
import { EXPORT_COLUMNS } from '#domain/lead-files/fields.ts'
import type { Db } from '../db/schema.ts'
import { readLeadPages } from './export-leads.queries.ts'

/** Spreadsheets take a file without it for windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes all leads as CSV (docs/product 21.7), a page at a time. */
export async function* exportLeads(db: Db, provider: Crm['provider']): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([EXPORT_COLUMNS])
  for await (const leads of readLeadPages(db, provider))
    yield toCsv(leads.map((lead) => EXPORT_COLUMNS.map((column) => writeCell(lead[column]))))
}

const toCsv = (rows: readonly (readonly string[])[]) =>
  stringify(rows as string[][], { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
