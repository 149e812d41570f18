import { FOLLOWS_HEADER, REQUEST_ID_HEADER } from '#protocol/call-headers.ts'
import { SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import { idempotencyKeyOf, requestIdOf, type SaleCall } from '#protocol/sale-calls.ts'
import { type ApiResult, callApi } from '../http/http.ts'

const ONE_ROW = 'application/vnd.pgrst.object+json'

/**
 * Sends one call of a sale. Sending it again is harmless. A change of a sale that is not there is refused, or not as far
 * as the write that it `follows`.
 */
export async function sendCall(call: SaleCall, follows?: number): Promise<ApiResult> {
  const headers = {
    'idempotency-key': idempotencyKeyOf(call),
    [REQUEST_ID_HEADER]: requestIdOf(call),
    prefer: 'return=minimal',
  }
  switch (call.kind) {
    case 'create-opportunity':
      return writeOnly(await callApi('/rest/v1/opportunities', { method: 'POST', headers, body: call.body }))
    case 'update-opportunity':
      return writeOnly(
        await callApi(salePath(call.sessionId), {
          method: 'PATCH',
          headers: { ...headers, accept: ONE_ROW, ...(follows && { [FOLLOWS_HEADER]: String(follows) }) },
          body: call.body,
        }),
      )
    case 'report-progress':
      return reportOnly(await callApi(SALES_PROGRESS_PATH, { method: 'POST', headers, body: call.body }))
  }
}

export const salePath = (sessionId: string) =>
  `/rest/v1/opportunities?session_id=eq.${encodeURIComponent(sessionId)}`

/** A hotel's sign-in page says 200 to everything; only Doorstep says how many rows it wrote. */
const writeOnly = (result: ApiResult) =>
  result.ok && !result.value.headers.has('content-range') ? fromSomebodyElse() : result

const reportOnly = (result: ApiResult) =>
  result.ok && !result.value.body.includes('"queued"') ? fromSomebodyElse() : result

const fromSomebodyElse = (): ApiResult => ({
  ok: false,
  failure: {
    status: null,
    statusText: '',
    body: '',
    message: 'the answer did not come from Doorstep',
    code: undefined,
    retry: 'later',
  },
})
