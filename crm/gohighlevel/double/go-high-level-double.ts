import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { answerWithFault } from './answer-with-fault.ts'
import { type Answer, refusal } from './answers.ts'
import { contentOf } from './content.ts'
import { findOperation } from './documents.ts'
import type { DoubleRequest, Fault, Faults } from './faults.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'
import { LEAD_TAG } from './sample-contacts.ts'
import { createDoubleState, type DuplicateRule, LOCATION_ID, PIPELINE_ID, STAGES } from './state.ts'

type DoubleOptions = {
  /** How many leads it starts with. */
  contacts?: number
  faults?: Faults
  /** Null, the default, means no limit. */
  rateLimit?: RateLimit | null
  duplicates?: DuplicateRule
  /** How long a call that times out is held before its connection breaks. By default, until the client leaves. */
  holdMs?: number
}

export type GoHighLevelDouble = Awaited<ReturnType<typeof startGoHighLevelDouble>>

const TOKEN = 'pit-00000000-double'

/**
 * Starts a small GoHighLevel in memory. It stores contacts with their notes and tasks, and opportunities. It refuses
 * what the real one refuses, and fails on demand. It records every request, so that tests can compare it with the
 * documentation.
 */
export async function startGoHighLevelDouble(options: DoubleOptions = {}) {
  const { contacts = 40, rateLimit = null, duplicates = 'living', holdMs } = options
  const state = createDoubleState(contacts, duplicates)
  const limit = createRateLimit(rateLimit)
  const requests: DoubleRequest[] = []
  const closing = new AbortController()
  let faults = options.faults

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    requests.push(request)
    const fault = faults?.(request)
    if (isHeld(fault, 'before')) return hold(response, fault, holdMs, closing.signal)
    if (typeof fault === 'object') await pause(fault.latencyMs)
    const exhausted = fault === 'rate-limited' ? 'interval' : fault === 'daily-limit' ? 'day' : undefined
    const { tooMany, headers } = limit.count(exhausted)
    const answer = tooMany ? refusal(429, 'Too Many Requests') : answerWithFault(state, TOKEN, request, fault)
    if (isHeld(fault, 'after')) return hold(response, fault, holdMs, closing.signal)
    send(response, { ...answer, headers: { ...headers, ...answer.headers } })
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: TOKEN,
    locationId: LOCATION_ID,
    pipelineId: PIPELINE_ID,
    stages: STAGES,
    leadTag: LEAD_TAG,
    requests,
    ...contentOf(state),
    setFaults(next: Faults | undefined) {
      faults = next
    },
    close: () => {
      closing.abort()
      return new Promise((closed) => server.close(closed).closeAllConnections())
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<DoubleRequest> {
  const { method = '', headers } = incoming
  const { pathname: path, searchParams } = new URL(incoming.url ?? '', 'http://double')
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  return {
    operation: findOperation(method, path)?.operation.name,
    method,
    path,
    query: Object.fromEntries(searchParams),
    headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

const isHeld = (fault: Fault | undefined, when: 'before' | 'after') =>
  fault === `timeout-${when}` || fault === `reset-${when}`

/** Sends no response: breaks the connection, or leaves it open. */
async function hold(
  response: ServerResponse,
  fault: Fault | undefined,
  holdMs: number | undefined,
  closing: AbortSignal,
): Promise<void> {
  const isTimeout = typeof fault === 'string' && fault.startsWith('timeout')
  if (isTimeout && holdMs === undefined) return
  if (isTimeout) await pause(holdMs, undefined, { signal: closing }).catch(() => undefined)
  response.socket?.resetAndDestroy()
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { ...headers, 'content-type': isText ? 'text/html' : 'application/json' })
  response.end(isText ? body : JSON.stringify(body))
}
