import { isList, isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { OPPORTUNITY_TERMS, type OpportunityTerms } from '#domain/opportunity/opportunity.ts'
import { VERIFY_SALES_PATH } from '#protocol/functions.ts'
import { callApi } from '../http/http.ts'
import { timeOf } from '../http/server-time.ts'
import type { ExpectedReceipt } from './receipts.ts'
import { salePath } from './send-call.ts'

/**
 * The server's verdicts by session id. `at`: the server's time, or the phone's if a proxy has dropped the date.
 * `unrecorded`: sales that the server has without the records of their signing; an older server does not list them.
 */
export type Verdicts = {
  ok: string[]
  missing: string[]
  different: string[]
  unrecorded?: string[]
  at: string
}

/** The terms of a stored sale, without the large signature. */
export type StoredTerms = Omit<OpportunityTerms, 'contract_signature'>

const COLUMNS = OPPORTUNITY_TERMS.filter((term) => term !== 'contract_signature').join(',')

/**
 * Asks which of these sales, 500 at most, the server has exactly as this phone does. Undefined if the server cannot be
 * asked now.
 */
export async function verifySales(receipts: readonly ExpectedReceipt[]): Promise<Verdicts | undefined> {
  const result = await callApi(VERIFY_SALES_PATH, { method: 'POST', body: { sales: receipts } })
  if (!result.ok) return undefined
  const verdicts = parseJson(result.value.body)
  if (!areVerdicts(verdicts)) return undefined
  return { ...verdicts, at: timeOf(result.value.headers) ?? new Date().toISOString() }
}

/** Reads the server's terms of a sale: null if it has no such sale, undefined if the server cannot be asked now. */
export async function findStoredTerms(sessionId: string): Promise<StoredTerms | null | undefined> {
  const result = await callApi(`${salePath(sessionId)}&select=${COLUMNS}`)
  const rows = result.ok ? parseJson(result.value.body) : undefined
  return isList<StoredTerms>(rows) ? (rows[0] ?? null) : undefined
}

const areVerdicts = (value: unknown): value is Omit<Verdicts, 'at'> =>
  isObject<Verdicts>(value) &&
  [value.ok, value.missing, value.different, value.unrecorded ?? []].every(Array.isArray)
