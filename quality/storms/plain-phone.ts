import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { agreementWith } from '#domain/testing/agreements.ts'
import { idempotencyKeyOf } from '#protocol/call-keys.ts'
import { PROGRESS_STEPS, SALE_EVIDENCE_PATH, SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import { CONTRACT, customerOf, recordOf, serviceOf } from '#server/evidence/signings.testing.ts'

const OPPORTUNITIES_PATH = '/rest/v1/opportunities'
const HEADERS = { apikey: 'public-anon-key', 'content-type': 'application/json', prefer: 'return=minimal' }
const RETRY_MS = 50
const TIMEOUT_MS = 5_000
const CONNECTIONS = new http.Agent({ keepAlive: true })

/** A planned sale: at one lead, or begun at one lead and finished at another. */
export type SaleToMake = {
  sessionId: string
  name: string
  email: string
  leads: readonly [string, ...string[]]
}

type Request = { method: string; path: string; key: string; body: object }

/** Makes a sale as a phone does: numbered calls in order, each repeated until it is answered. */
export async function sellThrough(url: string, sale: SaleToMake, think: () => number): Promise<void> {
  for (const request of requestsOf(sale)) {
    await pause(think())
    while (!(await send(url, request))) await pause(RETRY_MS)
  }
}

function requestsOf({ sessionId, name, email, leads }: SaleToMake): Request[] {
  const record = recordOf(sessionId, {}, agreementWith(name, email))
  const { agreement } = record
  const [first, ...others] = leads
  const create = { session_id: sessionId, status: 'open', lead_id: first }
  const updates = [
    ...others.map((lead_id) => ({ lead_id })),
    { ...serviceOf(agreement), total_value: agreement.prices.total_value, status: 'qualified' },
    customerOf(agreement),
    { ...CONTRACT, contract_ip_address: '0.0.0.0', status: 'closed-won' },
  ]
  const patch = `${OPPORTUNITIES_PATH}?session_id=eq.${sessionId}`
  const writes = [
    { method: 'POST', path: OPPORTUNITIES_PATH, body: create },
    ...updates.map((body) => ({ method: 'PATCH', path: patch, body })),
  ]
  const moved = others.length
  const [eligibility, ...later] = PROGRESS_STEPS.map((step) => ({
    method: 'POST',
    path: SALES_PROGRESS_PATH,
    body: reportOf(sessionId, step, name),
  }))
  const requests = [
    ...writes.slice(0, 1 + moved),
    eligibility,
    ...writes.slice(1 + moved).flatMap((write, index) => [write, later[index]]),
    { method: 'POST', path: SALE_EVIDENCE_PATH, body: record },
  ].filter((request) => request !== undefined)
  return requests.map((request, index) => ({
    ...request,
    key: idempotencyKeyOf({ sessionId, sequence: index + 1 }),
  }))
}

const reportOf = (session_id: string, step: string, name: string) => ({
  session_id,
  step,
  name,
  email: '',
  phone: '',
  address: '',
  product: '',
  voucher_used: 500,
  rep: 'Field Agent',
  id_document: '',
  signature: '',
  raw_data: {
    hasCustomer: true,
    hasLocation: true,
    hasEligibility: true,
    hasService: true,
    hasContract: true,
    hasIdDocument: false,
    hasSignature: false,
  },
})

/** Returns whether the request was accepted. Throws if it is refused for good, which is a bug. */
async function send(url: string, { method, path, key, body }: Request): Promise<boolean> {
  const headers = { ...HEADERS, 'idempotency-key': key }
  const answer = await ask(new URL(path, url), { method, headers }, JSON.stringify(body))
  if (answer && answer.status >= 400 && answer.status < 500)
    throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer !== undefined && answer.status < 300
}

type Answer = { status: number; text: string }

/** Returns a complete answer, or undefined. With `fetch`, the phones would need more of the machine than a server. */
function ask(url: URL, options: http.RequestOptions, body: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const request = http.request(url, { ...options, agent: CONNECTIONS }, (response) => {
      response.toArray().then(
        (chunks) => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        () => resolve(undefined),
      )
    })
    request.setTimeout(TIMEOUT_MS, () => request.destroy())
    request.once('error', () => resolve(undefined))
    request.end(body)
  })
}
