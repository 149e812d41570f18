import { type RetryClass, retryClassOf } from '#protocol/problems.ts'
import { settings } from '../settings.ts'
import { phoneHeaders } from './phone-headers.ts'

/** A request that hangs longer is given up: on a bad line it is as good as lost. */
const TIMEOUT_MS = 15_000
/** As the longest pause between two tries (`sync-loop.ts`), however long somebody in between would like it to be. */
const LONGEST_REST_MS = 60_000

/** A call that did not succeed. `status` is null when no answer came at all. */
export type ApiFailure = {
  status: number | null
  statusText: string
  /** The answer's text as it came. */
  body: string
  /** For people: the server's own sentence, or what happened to the connection. */
  message: string
  /** The server's code for it, where it has one. */
  code: string | undefined
  retry: RetryClass
  /** For how long the server asked to be left alone. */
  restMs?: number
}

export type ApiResult = { ok: true; body: string; headers: Headers } | { ok: false; failure: ApiFailure }

export type ApiCall = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
  /** Gives the call up, as when its time is over. */
  signal?: AbortSignal
}

/** One call to our own server. Never throws for what a network or a server can do. */
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
    const body = await response.text()
    return response.ok ? { ok: true, body, headers: response.headers } : refused(response, body)
  } catch (error) {
    return { ok: false, failure: connectionFailure(error) }
  }
}

/** Browsers that cannot join signals go by the time alone. */
function signalOf({ timeoutMs = TIMEOUT_MS, signal }: ApiCall): AbortSignal {
  const time = AbortSignal.timeout(timeoutMs)
  return signal && 'any' in AbortSignal ? AbortSignal.any([time, signal]) : time
}

function refused({ status, statusText, headers }: Response, body: string): ApiResult {
  const { message = `${status} ${statusText}`.trim(), code } = problemIn(body)
  const restMs = Math.min(Number(headers.get('retry-after')) * 1_000, LONGEST_REST_MS)
  const failure = { status, statusText, body, message, code, retry: retryClassOf(status) }
  return { ok: false, failure: { ...failure, ...(restMs > 0 && { restMs }) } }
}

function problemIn(body: string): { message?: string; code?: string } {
  try {
    const { message, error, code } = JSON.parse(body)
    const sentence = [message, error].find((text) => typeof text === 'string')
    return { ...(sentence !== undefined && { message: sentence }), ...(typeof code === 'string' && { code }) }
  } catch {
    return {}
  }
}

function connectionFailure(error: unknown): ApiFailure {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  const message = timedOut ? 'the server did not answer in time' : 'no connection to the server'
  return { status: null, statusText: '', body: '', message, code: undefined, retry: 'later' }
}
