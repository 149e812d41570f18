import { SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import { idempotencyKeyOf } from '#protocol/sale-calls.ts'
import { type ApiResult, callApi } from '../api/http.ts'
import type { WaitingCall } from './device.ts'

/** Sends one call of a sale. Sending it again is harmless. */
export function sendCall(call: WaitingCall): Promise<ApiResult> {
  const headers = { 'idempotency-key': idempotencyKeyOf(call), prefer: 'return=minimal' }
  switch (call.kind) {
    case 'create-opportunity':
      return callApi('/rest/v1/opportunities', { method: 'POST', headers, body: call.body })
    case 'update-opportunity':
      return callApi(`/rest/v1/opportunities?session_id=eq.${encodeURIComponent(call.sessionId)}`, {
        method: 'PATCH',
        headers,
        body: call.body,
      })
    case 'report-progress':
      return callApi(SALES_PROGRESS_PATH, { method: 'POST', headers, body: call.body })
  }
}
