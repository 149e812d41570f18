import type { Crm } from '#crm/port.ts'
import { EXPORT_COLUMNS } from '#domain/lead-files/fields.ts'
import type { Db } from '../db/schema.ts'
import { toCsv } from '../to-csv.ts'
import { readLeadPages } from './export-leads.queries.ts'

/** Yields all leads as CSV (docs/product 21.7), one page at a time. */
export const exportLeads = (db: Db, provider: Crm['provider']): AsyncIterable<string> =>
  toCsv(EXPORT_COLUMNS, pagesOfLeads(db, provider))

async function* pagesOfLeads(db: Db, provider: Crm['provider']) {
  for await (const leads of readLeadPages(db, provider))
    yield leads.map((lead) => EXPORT_COLUMNS.map((column) => lead[column]))
}
