import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import type { Result } from '#domain/kernel/result.ts'
import { type CrmReport, GHL_ENDPOINTS, GHL_SYNC_PATH, type GhlEndpoint } from '#protocol/functions.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { type ApiFailure, type ApiResult, callApi } from './http.ts'

/** The result of a CRM call or, if it failed, the reason in the fixed words (docs/product 12.2). */
export type GhlResult<Value> = Result<Value, GhlFailure>
export type GhlFailure = { message: string; isCancelled?: boolean }

/** The status of a sync of leads that the user has cancelled. */
const CANCELLED_STATUS = 409

/** Long, because a sync of thousands of contacts is slow. */
const TIMEOUT_MS = 120_000
/** The interval and timeout of the health checks: 15 seconds together, like the timeout of any other call. */
const HEALTH_CHECK_INTERVAL_MS = 5_000
const HEALTH_CHECK_TIMEOUT_MS = 10_000

/** The refusals that ask a phone or person to enrol, to sign in or to call the office (docs/product 26.3). */
const TURNED_AWAY: ReadonlySet<string> = new Set(['sign-in-needed', 'phone-unknown', 'phone-suspended'])

const NO_RESULT = 'GHL API call failed'

/** Calls one endpoint of the CRM, and gives up early if the server stops responding. Never rejects. */
export async function callGhl<Value extends object>(
  endpoint: GhlEndpoint,
  body?: object,
): Promise<GhlResult<Value>> {
  const method = GHL_ENDPOINTS[endpoint]
  const result = await whileServerResponds((signal) =>
    callApi(`${GHL_SYNC_PATH}?endpoint=${endpoint}`, {
      method,
      timeoutMs: TIMEOUT_MS,
      signal,
      ...(method !== 'GET' && { body: { endpoint, ...body } }),
    }),
  )
  if (!result.ok) {
    const isCancelled = endpoint === 'sync-leads' && result.failure.status === CANCELLED_STATUS
    return { ok: false, failure: { message: failureMessage(endpoint, result.failure), isCancelled } }
  }
  const value = parseJson(result.value.body)
  // If it is not an object, it comes from something in between, such as the sign-in page of a hotel.
  return isObject<Value>(value) ? { ok: true, value } : { ok: false, failure: { message: NO_RESULT } }
}

/** Makes a long call, and aborts it as timed out if a health check gets no answer meanwhile. */
async function whileServerResponds(call: (signal: AbortSignal) => Promise<ApiResult>): Promise<ApiResult> {
  const unresponsive = new AbortController()
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout>
  const checkHealth = async () => {
    const health = await callApi('/healthz', { timeoutMs: HEALTH_CHECK_TIMEOUT_MS })
    if (!health.ok && health.failure.status === null) unresponsive.abort(new DOMException('', 'TimeoutError'))
    else if (!hasEnded) timer = setTimeout(checkHealth, HEALTH_CHECK_INTERVAL_MS)
  }
  timer = setTimeout(checkHealth, HEALTH_CHECK_INTERVAL_MS)
  const result = await call(unresponsive.signal)
  hasEnded = true
  clearTimeout(timer)
  return result
}

function failureMessage(endpoint: GhlEndpoint, failure: ApiFailure): string {
  const { status, statusText, body, message, code = '' } = failure
  // For these, the server's sentence says what to do.
  if (status === null || TURNED_AWAY.has(code)) return message || NO_RESULT
  return `GHL API ${endpoint} failed: ${status} ${statusText} - ${body}`
}

export const syncLeads = () => callGhl<{ syncedCount: number }>('sync-leads')
export const checkCredentials = () => callGhl<CrmReport>('check-credentials')
export const runDiagnostics = () => callGhl<CrmReport>('diagnostics')

/** The phone's data of the sale to push. The server pushes its own stored version. */
export type PushedSale = Pick<OpportunityListed, 'session_id'> &
  Partial<
    Pick<
      OpportunityListed,
      'lead_id' | 'status' | 'customer_name' | 'service_package_name' | 'voucher_amount' | 'total_value'
    >
  >

export const createCrmOpportunity = (sale: PushedSale) =>
  callGhl<{ ghlOpportunityId: string }>('create-opportunity', {
    sessionId: sale.session_id,
    leadId: sale.lead_id,
    servicePackageName: sale.service_package_name,
    voucherAmount: sale.voucher_amount,
    totalValue: sale.total_value,
  })
