import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { PACKAGES } from '#domain/catalog/packages.ts'
import { leadId } from './databases.ts'
import { type Call, toRequest } from './load.ts'

const SIGNATURE_BYTES = 15_000
const PATH = '/rest/v1/opportunities'
const POLL_MS = 200
/** Random bytes, because a picture does not compress either. */
const SIGNATURE = `data:image/png;base64,${randomBytes(SIGNATURE_BYTES).toString('base64')}`

const BROADBAND = PACKAGES[1] ?? PACKAGES[0]
const SERVICE = {
  eligibility_status: true,
  eligibility_scheme: 'Gigabit voucher',
  service_package_id: BROADBAND?.id,
  service_package_name: BROADBAND?.name,
  service_speed: BROADBAND?.speed,
  service_monthly_price: 399,
  service_installation_price: 995,
  customer_discount: 100,
  voucher_amount: 500,
  total_value: 1294,
  status: 'qualified',
}
const CUSTOMER = {
  customer_name: 'Mary Jones',
  customer_email: 'mary.jones@example.com',
  customer_phone: '+441584870123',
  customer_id_number: '19800101-1234',
}
const CONTRACT = {
  contract_signature: SIGNATURE,
  contract_timestamp: '2026-01-15T10:20:30.000Z',
  contract_ip_address: '0.0.0.0',
  status: 'closed-won',
}

const CREATED = { status: 'open', customer_location: '1 High St, Ludlow, SY7 8AB' }
const STEPS = [SERVICE, CUSTOMER, CONTRACT]

/** Makes the four writes of one sale: created, service, customer, signed with a picture of 20 KB. */
export async function sell(call: Call, lead: number, path = PATH): Promise<void> {
  const sessionId = `session_${randomUUID()}`
  const created = { ...CREATED, session_id: sessionId, lead_id: leadId(lead) }
  await write(call, 'POST', path, `${sessionId}:1`, created)
  const sale = `${path}?session_id=eq.${sessionId}`
  for (const [index, body] of STEPS.entries())
    await write(call, 'PATCH', sale, `${sessionId}:${index + 2}`, body)
}

/** Resolves when no push is waiting any more, to how long that took in ms. */
export async function untilPushed(url: string): Promise<number> {
  const startedAt = performance.now()
  while ((await pendingPushes(url)) > 0) await delay(POLL_MS)
  return performance.now() - startedAt
}

async function pendingPushes(url: string): Promise<number> {
  const answer = await fetch(`${url}/functions/v1/ghl-sync?endpoint=sync-status`, {
    headers: { apikey: 'public-anon-key' },
  })
  return ((await answer.json()) as { pending: number }).pending
}

async function write(call: Call, method: string, path: string, key: string, body: unknown): Promise<void> {
  const headers = { apikey: 'public-anon-key', 'idempotency-key': key, prefer: 'return=minimal' }
  const { status } = await call(toRequest(method, path, headers, body))
  if (status >= 300) throw new Error(`${method} returned ${status}.`)
}
