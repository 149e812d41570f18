import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { CrmFailure } from '../../port.ts'
import { failureOf, failureWithoutAnswer, type GhlFailure, parseAnswer } from './answer-to-failure.ts'
import type { CallBudget, CallPermit, SeenLimits } from './call-budget.ts'
import { limitsOf, NOTHING_SEEN } from './limits.ts'
import type { GoHighLevelSettings } from './settings.ts'

/** The API version for which all calls are written. */
const VERSION = '2021-07-28'
const TIMEOUT_MS = 10_000
const SEARCH_TIMEOUT_MS = 20_000
const TRIES = 3
const BROKEN_TRIES = 2

/** One call: a path below the base URL, and a body that `requests.ts` or `entry-requests.ts` has checked. */
export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string>>
  body?: unknown
  signal?: AbortSignal | undefined
}

export type Client = {
  /** Returns the JSON of a 2xx response, or a failure. Never throws because of the network or the CRM. */
  call(call: Call): Promise<Answered>
  /** Returns the limits in the latest response that reported any. */
  seenLimits(): SeenLimits
}

export type Answered = Result<unknown, GhlFailure>
type ClientSettings = Pick<GoHighLevelSettings, 'baseUrl' | 'token'>
/** A response of any status. */
type Received = { response: Response; text: string }
type Attempt = { answered: Answered; limits: SeenLimits }

/**
 * Returns a client that calls GoHighLevel within the budget, which does the waiting. After a 429 it retries with the
 * next permit. After a 5xx or a broken connection it retries once, except for a POST, which might take effect twice.
 */
export function createClient(
  settings: ClientSettings,
  budget: CallBudget,
  fetch: typeof globalThis.fetch,
): Client {
  let latest = NOTHING_SEEN

  async function attempt(call: Call): Promise<Attempt> {
    const taken = await takePermit(budget, call.signal)
    if (!taken.ok) return { answered: taken, limits: NOTHING_SEEN }
    const received = await send(call)
    const limits = received.ok ? limitsOf(received.value.response) : NOTHING_SEEN
    if (limits.max !== null) latest = limits
    await taken.value.done(limits)
    return { answered: received.ok ? readAnswer(received.value, call.body) : received, limits }
  }

  async function send(call: Call): Promise<Result<Received, GhlFailure>> {
    try {
      const { url, ...init } = callToRequest(call, settings)
      const response = await fetch(url, init)
      return success({ response, text: await response.text() })
    } catch (error) {
      return failed(failureWithoutAnswer(error))
    }
  }

  function readAnswer({ response, text }: Received, body: unknown): Answered {
    const value = response.ok ? parseAnswer(text) : undefined
    return value === undefined ? failed(failureOf(response, text, settings.token, body)) : success(value)
  }

  return {
    seenLimits: () => latest,
    async call(call) {
      for (let tries = 1; ; tries++) {
        const { answered, limits } = await attempt(call)
        if (answered.ok || call.signal?.aborted || limits.dailyRemaining === 0) return answered
        if (tries >= triesFor(answered.failure, call.method)) return answered
      }
    },
  }
}

function callToRequest(
  { method, path, query = {}, body, signal }: Call,
  { baseUrl, token }: ClientSettings,
): RequestInit & { url: string } {
  const search = new URLSearchParams(query).toString()
  const timeout = AbortSignal.timeout(path.endsWith('/search') ? SEARCH_TIMEOUT_MS : TIMEOUT_MS)
  return {
    url: `${baseUrl}${path}${search && '?'}${search}`,
    method,
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      Authorization: `Bearer ${token}`,
      Version: VERSION,
      Accept: 'application/json',
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

async function takePermit(
  budget: CallBudget,
  signal: AbortSignal | undefined,
): Promise<Result<CallPermit, GhlFailure>> {
  try {
    const taken = await budget.take(signal)
    return taken.ok ? taken : failed({ ...taken.failure, retry: 'later', status: null })
  } catch (error) {
    if (!signal?.aborted) throw error
    return failed(failureWithoutAnswer(signal.reason))
  }
}

/** Returns how many tries a call gets in total if it fails like this. */
function triesFor({ code, status }: CrmFailure, method: Call['method']): number {
  if (code === 'rate-limited') return status === 429 ? TRIES : 1
  const isBroken = code === 'upstream' || code === 'network'
  return isBroken && method !== 'POST' ? BROKEN_TRIES : 1
}
