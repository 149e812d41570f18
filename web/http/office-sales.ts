import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { SALES_FILE_PATH, SALES_PATH, type SalesPage, type SalesSearch } from '#protocol/office-sales.ts'
import { ask } from './ask.ts'
import { readCsv } from './read-csv.ts'

const queryOf = (search: Record<string, string>) => new URLSearchParams(search).toString()

/** Reads the sales that a search finds, at most `limit` of them. */
export const readSales = (search: SalesSearch, limit: number) =>
  ask(`${BACK_OFFICE_PATH}${SALES_PATH}?${queryOf({ ...search, limit: String(limit) })}`, isObject<SalesPage>)

/** Returns the sales that a search finds as a file. */
export const exportSales = (search: SalesSearch) =>
  readCsv(`${BACK_OFFICE_PATH}${SALES_FILE_PATH}?${queryOf(search)}`)
