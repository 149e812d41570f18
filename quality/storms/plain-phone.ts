import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { idempotencyKeyOf } from '#protocol/call-keys.ts'
import { PROGRESS_STEPS, SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'

const OPPORTUNITIES_PATH = '/rest/v1/opportunities'
const HEADERS = { apikey: 'public-anon-key', 'content-type': 'application/json', prefer: 'return=minimal' }
const RETRY_MS = 50
const TIMEOUT_MS = 5_000
const CONNECTIONS = new http.Agent({ keepAlive: true })

const SERVICE = {
  service_package_id: 'standard',
  service_package_name: 'Standard Fiber',
  service_speed: '100 Mbps',
  service_monthly_price: 399,
  service_installation_price: 995,
  customer_discount: 100,
  voucher_amount: 500,
  total_value: 1294,
  status: 'qualified',
} as const
const CONTRACT = {
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: '2026-09-01T09:30:00.000Z',
  contract_ip_address: '0.0.0.0',
  status: 'closed-won',
} as const

/** A planned sale: at one lead, or begun at one and finished at another. */
export type SaleToMake = {
  sessionId: string
  name: string
  email: string
  leads: readonly [string, ...string[]]
}

/** Makes a sale as a phone does: numbered calls in order, each repeated until it is answered. */
export async function sellThrough(url: string, sale: SaleToMake, think: () => number): Promise<void> {
  for (const call of callsOf(sale)) {
    await pause(think())
    while (!(await send(url, call))) await pause(RETRY_MS)
  }
}

function callsOf({ sessionId, name, email, leads }: SaleToMake): SaleCall[] {
  const [first, ...others] = leads
  const writes: Pick<SaleCall, 'kind' | 'body'>[] = [
    { kind: 'create-opportunity', body: { session_id: sessionId, status: 'open', lead_id: first } },
    ...others.map((lead_id) => ({ kind: 'update-opportunity' as const, body: { lead_id } })),
    { kind: 'update-opportunity', body: SERVICE },
    { kind: 'update-opportunity', body: { customer_name: name, customer_email: email } },
    { kind: 'update-opportunity', body: CONTRACT },
  ]
  const moved = others.length
  const reports = PROGRESS_STEPS.map((step) => ({
    kind: 'report-progress',
    body: reportOf(sessionId, step, name),
  }))
  const [eligibility, ...later] = reports
  const bodies = [
    ...writes.slice(0, 1 + moved),
    eligibility,
    ...writes.slice(1 + moved).flatMap((write, index) => [write, later[index]]),
  ]
  return bodies.map((body, index) => ({ ...body, sessionId, sequence: index + 1 }) as SaleCall)
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

/** Returns whether the call was accepted. Throws if it is refused for good, which is a bug. */
async function send(url: string, call: SaleCall): Promise<boolean> {
  const [method, path] = {
    'create-opportunity': ['POST', OPPORTUNITIES_PATH],
    'update-opportunity': ['PATCH', `${OPPORTUNITIES_PATH}?session_id=eq.${call.sessionId}`],
    'report-progress': ['POST', SALES_PROGRESS_PATH],
  }[call.kind] as [string, string]
  const headers = { ...HEADERS, 'idempotency-key': idempotencyKeyOf(call) }
  const answer = await ask(new URL(path, url), { method, headers }, JSON.stringify(call.body))
  if (answer && answer.status >= 400 && answer.status < 500)
    throw new Error(`${call.kind}: ${answer.status} ${answer.text}`)
  return answer !== undefined && answer.status < 300
}

type Answer = { status: number; text: string }

/** Returns a complete answer, or undefined. With `fetch` the phones would need more of the machine than a server. */
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
