import { failed } from '#domain/kernel/result.ts'
import { FOLLOWS_HEADER, PHONE_HEADER, REQUEST_ID_HEADER, SIGNED_HEADER } from '#protocol/call-headers.ts'
import { idempotencyKeyOf, requestIdOf } from '#protocol/call-keys.ts'
import { EVIDENCE_HEADER, evidenceHash } from '#protocol/evidence.ts'
import { COPY_GIVEN_PATH, SALE_EVIDENCE_PATH, SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { NOT_OURS } from '../http/ask.ts'
import { type ApiResult, callApi } from '../http/http.ts'
import { sha256 } from './sha256.ts'

const ONE_ROW = 'application/vnd.pgrst.object+json'

/**
 * Sends one call of a sale; sending it twice is harmless. The server refuses an update if it has no such sale or has
 * not applied the write numbered `follows`, so that we notice a restored server. `isSigned`: the phone has the
 * signature, so the server accepts the sale at any door. `phone`: the phone's identity, which a new sale keeps.
 */
export async function sendCall(
  call: SaleCall,
  follows?: number,
  isSigned = false,
  phone?: string,
): Promise<ApiResult> {
  const headers = {
    'idempotency-key': idempotencyKeyOf(call),
    [REQUEST_ID_HEADER]: requestIdOf(call),
    prefer: 'return=minimal',
    ...(isSigned && { [SIGNED_HEADER]: '1' }),
    ...(phone !== undefined && call.kind === 'create-opportunity' && { [PHONE_HEADER]: phone }),
  }
  const post = (path: string) => callApi(path, { method: 'POST', headers, body: call.body })
  switch (call.kind) {
    case 'create-opportunity':
      return checkWrite(await post('/rest/v1/opportunities'))
    case 'update-opportunity':
      return checkWrite(
        await callApi(salePath(call.sessionId), {
          method: 'PATCH',
          headers: { ...headers, accept: ONE_ROW, ...(follows && { [FOLLOWS_HEADER]: String(follows) }) },
          body: call.body,
        }),
      )
    case 'report-progress':
      return checkBody(await post(SALES_PROGRESS_PATH), '"queued"')
    case 'record-evidence':
      return checkEvidence(await post(SALE_EVIDENCE_PATH), await evidenceHash(call.body.evidence, sha256))
    case 'record-copy':
      return laterIfUnknown(checkBody(await post(COPY_GIVEN_PATH), '"received_at"'))
  }
}

export const salePath = (sessionId: string) =>
  `/rest/v1/opportunities?session_id=eq.${encodeURIComponent(sessionId)}`

/**
 * The sign-in page of a hotel's network returns 200 for everything, but only Doorstep reports how many rows it wrote.
 */
const checkWrite = (result: ApiResult) =>
  result.ok && !result.value.headers.has('content-range') ? notFromDoorstep() : result

const checkBody = (result: ApiResult, holds: string) =>
  result.ok && !result.value.body.includes(holds) ? notFromDoorstep() : result

/** The server has the evidence only if its hash is the phone's own. */
const checkEvidence = (result: ApiResult, hash: string | undefined) =>
  result.ok && result.value.headers.get(EVIDENCE_HEADER) !== `sha256=${hash}`
    ? notFromDoorstep()
    : laterIfUnknown(result)

/** A server of an earlier release does not have this address yet. */
const laterIfUnknown = (result: ApiResult): ApiResult =>
  !result.ok && result.failure.status === 404 ? failed({ ...result.failure, retry: 'later' }) : result

const notFromDoorstep = (): ApiResult =>
  failed({ status: null, statusText: '', body: '', message: NOT_OURS, code: undefined, retry: 'later' })
