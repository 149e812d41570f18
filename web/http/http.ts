import { isObject, parseJson } from '#domain/kernel/parse-json.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import { REQUEST_ID_HEADER } from '#protocol/call-headers.ts'
import type { RetryClass } from '#protocol/retry-class.ts'
import { settings } from '../settings.ts'
import { phoneHeaders } from './phone-headers.ts'
import { reached } from './reached.ts'
import { noteServerTime } from './server-time.ts'
import { noteRefusal } from './turned-away.ts'

/** On a bad connection, a request that hangs longer than this is unlikely to complete. */
const TIMEOUT_MS = 15_000
/** The longest `Retry-After` that we obey, even if a proxy asks for more: the longest pause of `sync-loop.ts`. */
const MAX_REST_MS = 60_000

/** A call that did not succeed. `status` is null if there was no response. */
export type ApiFailure = {
  status: number | null
  statusText: string
  /** The body of the response, unchanged. */
  body: string
  /** For people: the server's own sentence, or what happened to the connection. */
  message: string
  /** The server's code for the problem, if it sent one. */
  code: string | undefined
  retry: RetryClass
  /** How long the server asked us to wait, in milliseconds. */
  restMs?: number
}

export type ApiResult = Result<{ body: string; headers: Headers }, ApiFailure>

export type ApiCall = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
  /** Aborts the call; the reason decides whether it counts as a timeout. */
  signal?: AbortSignal
}

/** Makes one call to our own server. Never rejects because of the network or the server. */
export async function callApi(path: string, call: ApiCall = {}): Promise<ApiResult> {
  try {
    const response = await fetch(path, {
      method: call.method ?? 'GET',
      headers: {
        apikey: settings.publicKey,
        ...phoneHeaders(),
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      signal: signalOf(call),
    })
    noteServerTime(response.headers)
    reached.set(response.headers.has(REQUEST_ID_HEADER))
    const body = await response.text()
    return response.ok ? success({ body, headers: response.headers }) : failed(refusal(response, body))
  } catch (error) {
    reached.set(false)
    return failed(connectionFailure(error))
  }
}

/** Older browsers cannot combine signals; there only the timeout applies. */
function signalOf({ timeoutMs = TIMEOUT_MS, signal }: ApiCall): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal && 'any' in AbortSignal ? AbortSignal.any([timeout, signal]) : timeout
}

function refusal({ status, statusText, headers }: Response, body: string): ApiFailure {
  const { message = `${status} ${statusText}`.trim(), code } = problemIn(body)
  const restMs = Math.min(Number(headers.get('retry-after')) * 1_000, MAX_REST_MS)
  const failure = { status, statusText, body, message, code, retry: noteRefusal(status, code) }
  return restMs > 0 ? { ...failure, restMs } : failure
}

function problemIn(body: string): { message: string | undefined; code: string | undefined } {
  const problem = parseJson(body)
  const { message, error, code } = isObject<Record<string, unknown>>(problem) ? problem : {}
  return { message: textIn(message) ?? textIn(error), code: textIn(code) }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)

function connectionFailure(error: unknown): ApiFailure {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  const message = timedOut ? 'the server did not answer in time' : 'no connection to the server'
  return { status: null, statusText: '', body: '', message, code: undefined, retry: 'later' }
}
