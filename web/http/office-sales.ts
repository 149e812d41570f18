import { isObject } from '#domain/kernel/parse-json.ts'
import { failed, success } from '#domain/kernel/result.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { SALES_FILE_PATH, SALES_PATH, type SalesPage, type SalesSearch } from '#protocol/office-sales.ts'
import { type Answered, ask } from './ask.ts'
import { callApi } from './http.ts'

/** Many sales take a while to write. */
const EXPORT_MS = 120_000

const queryOf = (search: Record<string, string>) => new URLSearchParams(search).toString()

/** Reads what a search finds, at most `limit` sales. */
export const readSales = (search: SalesSearch, limit: number) =>
  ask(`${BACK_OFFICE_PATH}${SALES_PATH}?${queryOf({ ...search, limit: String(limit) })}`, isObject<SalesPage>)

/** Returns what a search finds as a file. The mark at its beginning is lost when a browser reads text. */
export async function exportSales(search: SalesSearch): Promise<Answered<Blob>> {
  const answer = await callApi(`${BACK_OFFICE_PATH}${SALES_FILE_PATH}?${queryOf(search)}`, {
    timeoutMs: EXPORT_MS,
  })
  if (!answer.ok) return failed({ message: answer.failure.message })
  return success(new Blob(['\uFEFF', answer.value.body], { type: 'text/csv;charset=utf-8' }))
}
