import { type CrmReport, GHL_ENDPOINTS, GHL_SYNC_PATH, type GhlEndpoint } from '#protocol/functions.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { type ApiFailure, type ApiResult, callApi } from './http.ts'

/** What a CRM call brought, or why it failed, in the words of docs/product 12.2. */
export type GhlResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; message: string; isCancelled?: boolean }

/** A sync of leads that a person has cancelled. */
const CANCELLED_STATUS = 409

/** The CRM asks for patience: a sync of thousands of contacts takes its time. */
const TIMEOUT_MS = 120_000
/** A server that does not even say that it lives is not waited for longer than 15 seconds, as by any other call. */
const LOOK_AFTER_MS = 5_000
const SIGN_OF_LIFE_MS = 10_000

/** One call of the CRM's function, for as long as the server lives. */
export async function callGhl<Value>(endpoint: GhlEndpoint, body?: object): Promise<GhlResult<Value>> {
  const method = GHL_ENDPOINTS[endpoint]
  const result = await whileServerLives((signal) =>
    callApi(`${GHL_SYNC_PATH}?endpoint=${endpoint}`, {
      method,
      timeoutMs: TIMEOUT_MS,
      signal,
      ...(method !== 'GET' && { body: { endpoint, ...body } }),
    }),
  )
  if (!result.ok) {
    const isCancelled = endpoint === 'sync-leads' && result.failure.status === CANCELLED_STATUS
    return { ok: false, message: failureMessage(endpoint, result.failure), isCancelled }
  }
  try {
    return { ok: true, value: JSON.parse(result.body) as Value }
  } catch {
    // Somebody in between answered, such as the sign-in page of a hotel.
    return { ok: false, message: 'GHL API call failed' }
  }
}

/** Gives a long call up when the server has fallen silent meanwhile. */
async function whileServerLives(call: (signal: AbortSignal) => Promise<ApiResult>): Promise<ApiResult> {
  const silence = new AbortController()
  let hasEnded = false
  let timer: ReturnType<typeof setTimeout>
  const look = async () => {
    const sign = await callApi('/healthz', { timeoutMs: SIGN_OF_LIFE_MS })
    if (!sign.ok && sign.failure.status === null) silence.abort(new DOMException('', 'TimeoutError'))
    else if (!hasEnded) timer = setTimeout(look, LOOK_AFTER_MS)
  }
  timer = setTimeout(look, LOOK_AFTER_MS)
  const result = await call(silence.signal)
  hasEnded = true
  clearTimeout(timer)
  return result
}

function failureMessage(endpoint: GhlEndpoint, { status, statusText, body, message }: ApiFailure): string {
  if (status === null) return message || 'GHL API call failed'
  return `GHL API ${endpoint} failed: ${status} ${statusText} - ${body}`
}

export const syncLeads = () => callGhl<{ syncedCount: number }>('sync-leads')
export const checkCredentials = () => callGhl<CrmReport>('check-credentials')
export const runDiagnostics = () => callGhl<CrmReport>('diagnostics')

/** What is known here of a sale that is pushed; what counts is the server's own. */
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
