import { failed } from '#domain/kernel/result.ts'
import { FOLLOWS_HEADER, REQUEST_ID_HEADER } from '#protocol/call-headers.ts'
import { idempotencyKeyOf, requestIdOf } from '#protocol/call-keys.ts'
import { SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { NOT_OURS } from '../http/ask.ts'
import { type ApiResult, callApi } from '../http/http.ts'

const ONE_ROW = 'application/vnd.pgrst.object+json'

/**
 * Sends one call of a sale; sending it twice is harmless. The server refuses an update if it has no such sale or has not
 * applied the write numbered `follows`, so that a restored server is noticed.
 */
export async function sendCall(call: SaleCall, follows?: number): Promise<ApiResult> {
  const headers = {
    'idempotency-key': idempotencyKeyOf(call),
    [REQUEST_ID_HEADER]: requestIdOf(call),
    prefer: 'return=minimal',
  }
  switch (call.kind) {
    case 'create-opportunity':
      return checkWrite(await callApi('/rest/v1/opportunities', { method: 'POST', headers, body: call.body }))
    case 'update-opportunity':
      return checkWrite(
        await callApi(salePath(call.sessionId), {
          method: 'PATCH',
          headers: { ...headers, accept: ONE_ROW, ...(follows && { [FOLLOWS_HEADER]: String(follows) }) },
          body: call.body,
        }),
      )
    case 'report-progress':
      return checkReport(await callApi(SALES_PROGRESS_PATH, { method: 'POST', headers, body: call.body }))
  }
}

export const salePath = (sessionId: string) =>
  `/rest/v1/opportunities?session_id=eq.${encodeURIComponent(sessionId)}`

/** The sign-in page of a hotel's network returns 200 for everything, but only Doorstep says how many rows it wrote. */
const checkWrite = (result: ApiResult) =>
  result.ok && !result.value.headers.has('content-range') ? notFromDoorstep() : result

const checkReport = (result: ApiResult) =>
  result.ok && !result.value.body.includes('"queued"') ? notFromDoorstep() : result

const notFromDoorstep = (): ApiResult =>
  failed({ status: null, statusText: '', body: '', message: NOT_OURS, code: undefined, retry: 'later' })
