import { isList, isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { OpportunityTerms } from '#domain/opportunity/opportunity.ts'
import { VERIFY_SALES_PATH } from '#protocol/functions.ts'
import { callApi } from '../http/http.ts'
import type { SaleClaim } from './receipts.ts'
import { salePath } from './send-call.ts'
import { timeOf } from './server-time.ts'

/** What the server makes of claims, by the session ids, and its time: ours, where somebody in between leaves it out. */
export type Verdicts = { ok: string[]; missing: string[]; different: string[]; at: string }

/** The terms of a stored sale but for the signature, which is heavy. */
export type StoredTerms = Omit<OpportunityTerms, 'contract_signature'>

const COLUMNS =
  'customer_name,customer_email,customer_phone,customer_location,customer_id_number,customer_discount,' +
  'service_package_id,service_package_name,service_speed,service_monthly_price,service_installation_price,' +
  'contract_timestamp,contract_ip_address'

/** Which of these sales the server has as we do; nothing when it cannot be asked now. At most 500 at once. */
export async function verifySales(claims: readonly SaleClaim[]): Promise<Verdicts | undefined> {
  const result = await callApi(VERIFY_SALES_PATH, { method: 'POST', body: { sales: claims } })
  if (!result.ok) return undefined
  const verdicts = parseJson(result.value.body)
  if (!areVerdicts(verdicts)) return undefined
  return { ...verdicts, at: timeOf(result.value.headers) ?? new Date().toISOString() }
}

/** What the server has of a sale: `null` when nothing, `undefined` when it cannot be asked now. */
export async function findStoredTerms(sessionId: string): Promise<StoredTerms | null | undefined> {
  const result = await callApi(`${salePath(sessionId)}&select=${COLUMNS}`)
  const rows = result.ok ? parseJson(result.value.body) : undefined
  return isList<StoredTerms>(rows) ? (rows[0] ?? null) : undefined
}

const areVerdicts = (value: unknown): value is Omit<Verdicts, 'at'> =>
  isObject<Verdicts>(value) && [value.ok, value.missing, value.different].every(Array.isArray)
