import { createHash } from 'node:crypto'
import { PACKAGES } from '#domain/catalog/packages.ts'
import { PROGRESS_STEPS } from '#protocol/functions.ts'
import type { Taken } from '../faulty-receiver.ts'
import type { PhoneEvent, PhoneState } from './history.ts'
import { LOCAL_AREA, type PlannedSale, reportsOf } from './plan.ts'

/** The data to compare after the storm, when everything has recovered. */
export type Aftermath = {
  phones: readonly {
    plan: readonly PlannedSale[]
    history: readonly PhoneEvent[]
    state: PhoneState
    /** The people for whom the phone was ever enrolled; absent if no one signs in. */
    owners?: ReadonlySet<string> | undefined
  }[]
  /** The server's rows as the API returns them, and the CRM's opportunities. */
  orders: readonly Record<string, unknown>[]
  inCrm: readonly { session_id: string; status: string; contact_id: string }[]
  taken: readonly Taken[]
  /** How often evidence of each sale was received, by session id. */
  evidence: ReadonlyMap<string, number>
  /** The sales that the server has lost, as after a restore. */
  forgotten: ReadonlySet<string>
}

type Claim = (holds: boolean, wrong: string) => void

/**
 * Checks that each sale of each phone is here, in the CRM and at the automation service once, as signed, and that there
 * are no others.
 */
export function findWrongs(aftermath: Aftermath): string[] {
  const wrongs: string[] = []
  const claim: Claim = (holds, wrong) => void (holds || wrongs.push(wrong))
  const orders = Map.groupBy(aftermath.orders, ({ session_id }) => String(session_id))
  const planned = new Set(aftermath.phones.flatMap(({ plan }) => plan.map(({ sessionId }) => sessionId)))
  for (const sessionId of orders.keys()) claim(planned.has(sessionId), `${sessionId} was never made.`)
  for (const phone of aftermath.phones) {
    claim(phone.state.waiting === 0, `${phone.state.waiting} calls wait on a phone.`)
    claim(phone.state.parked === 0, `${phone.state.parked} calls are parked on a phone.`)
    checkMemory(phone.history, claim)
    for (const sale of phone.plan) {
      const { sessionId } = sale
      const [order, ...doubles] = orders.get(sessionId) ?? []
      claim(doubles.length === 0, `${sessionId} is there ${doubles.length + 1} times.`)
      if (!order) claim(false, `${sessionId} is lost.`)
      else checkOrder(sale, order, claim)
      if (order) checkOwner(sale, order, phone.owners, claim)
      checkReceipts(sale, order, phone, aftermath.forgotten, claim)
      checkRefusals(sale, phone.history, claim)
    }
  }
  for (const { plan } of aftermath.phones) for (const sale of plan) checkOutside(sale, aftermath, claim)
  for (const { plan, history } of aftermath.phones) checkEvidence(plan, history, aftermath, claim)
  return wrongs
}

/**
 * Checks that a phone still has everything it showed as saved. Only a kill of the browser excuses a loss of the whole
 * database, which Chromium itself sometimes causes (decision 18).
 */
function checkMemory(history: readonly PhoneEvent[], claim: Claim): void {
  const saved = new Map<string, number>()
  let current = ''
  let wasKilled = false
  for (const event of history) {
    if (event.type === 'killed') wasKilled = true
    if (event.type === 'empty') {
      claim(wasKilled || current === '', 'A phone lost everything, and its browser had not been killed.')
      saved.clear()
      current = ''
    }
    if (event.type === 'saved') {
      current = event.sessionId
      saved.set(current, event.calls)
    }
    if (event.type !== 'found') continue
    wasKilled = false
    if (current === '') continue
    const isThere = event.sessionId !== current || event.calls >= (saved.get(current) ?? 0)
    const isKnown = !saved.has(event.sessionId) || event.sessionId === current
    const found = `found ${event.calls} calls of ${event.sessionId} instead of ${saved.get(current)}`
    claim(isThere && isKnown, `A phone forgot what it had saved of ${current}: ${found}.`)
  }
}

/** The columns that a receipt covers besides the session (docs/product 3.7). */
const TERMS = [
  'contract_ip_address',
  'contract_signature',
  'contract_timestamp',
  'customer_discount',
  'customer_email',
  'customer_id_number',
  'customer_location',
  'customer_name',
  'customer_phone',
  'service_installation_price',
  'service_monthly_price',
  'service_package_id',
  'service_package_name',
  'service_speed',
] as const

function checkOrder(sale: PlannedSale, order: Record<string, unknown>, claim: Claim): void {
  const wanted: Record<string, unknown> = { ...termsOf(sale), ...aroundTerms(sale) }
  for (const [column, value] of Object.entries(wanted))
    claim(order[column] === value, `${sale.sessionId} is corrupted: ${column} is ${String(order[column])}.`)
}

const chosenOf = ({ packages }: PlannedSale) => PACKAGES.find(({ id }) => id === packages.at(-1))
const leadOf = ({ leads }: PlannedSale) => leads.at(-1) ?? leads[0]

function termsOf(sale: PlannedSale): Record<(typeof TERMS)[number], unknown> {
  const { customer } = sale
  const service = chosenOf(sale)
  return {
    contract_ip_address: '0.0.0.0',
    contract_signature: sale.png,
    contract_timestamp: sale.signedAt,
    customer_discount: 0,
    customer_email: customer.email,
    customer_id_number: customer.idNumber,
    customer_location: `${leadOf(sale).street_address}, ${LOCAL_AREA}, ${leadOf(sale).postcode}`,
    customer_name: `${customer.firstName} ${customer.lastName}`,
    customer_phone: customer.phone,
    service_installation_price: service?.installationPrice,
    service_monthly_price: service?.monthlyPrice,
    service_package_id: service?.id,
    service_package_name: service?.name,
    service_speed: service?.speed,
  }
}

function aroundTerms(sale: PlannedSale): Record<string, unknown> {
  const service = chosenOf(sale)
  return {
    status: 'closed-won',
    lead_id: leadOf(sale).id,
    total_value: (service?.monthlyPrice ?? 0) + (service?.installationPrice ?? 0),
  }
}

/** Checks that a sale belongs to its phone's agent and was released. */
function checkOwner(
  { sessionId }: PlannedSale,
  { owner_id, hold }: Record<string, unknown>,
  owners: ReadonlySet<string> | undefined,
  claim: Claim,
): void {
  claim(hold === null, `${sessionId} is held: ${String(hold)}.`)
  const isRight = owners ? owners.has(String(owner_id)) : owner_id === null
  claim(isRight, `${sessionId} belongs to ${String(owner_id)}.`)
}

/**
 * Returns the hash of a sale's terms, computed independently of the code under test: names in order, as RFC 8785
 * requires for texts and whole numbers.
 */
function hashOf(sale: PlannedSale): string {
  const terms: Record<string, unknown> = { ...termsOf(sale), session_id: sale.sessionId }
  const json = JSON.stringify(terms, Object.keys(terms).sort())
  return createHash('sha256').update(json).digest('hex')
}

/** Checks that each receipt belongs to its sale, and that no sale was shown as sent before the server had it. */
function checkReceipts(
  sale: PlannedSale,
  order: Record<string, unknown> | undefined,
  { history, state }: Aftermath['phones'][number],
  forgotten: ReadonlySet<string>,
  claim: Claim,
): void {
  const { sessionId } = sale
  const hash = hashOf(sale)
  const kept = state.receipts.filter((receipt) => receipt.sessionId === sessionId)
  claim(kept.length === 1 && kept[0]?.sha256 === hash, `The phone has no right receipt of ${sessionId}.`)
  const receivedAt = Date.parse(String(order?.received_at))
  for (const event of history) {
    if (event.type !== 'sent' || event.sessionId !== sessionId) continue
    claim(event.sha256 === hash, `${sessionId} was called sent with other terms than were signed.`)
    const wasThere = forgotten.has(sessionId) || receivedAt <= event.at
    claim(wasThere, `${sessionId} was called sent before the server had it.`)
  }
}

/** Checks that the agent was asked for attention if, and only if, the server could not accept something. */
function checkRefusals(sale: PlannedSale, history: readonly PhoneEvent[], claim: Claim): void {
  const refusals = history.flatMap((event) =>
    event.type === 'refused' && event.sessionId === sale.sessionId ? [event.reason] : [],
  )
  if (sale.badEmail)
    claim(refusals.length > 0, `${sale.sessionId} needed attention, and the agent saw nothing of it.`)
  else claim(refusals.length === 0, `${sale.sessionId} was refused: ${refusals.join(' ')}`)
}

function checkOutside(sale: PlannedSale, { inCrm, taken, forgotten }: Aftermath, claim: Claim): void {
  const { sessionId } = sale
  const living = inCrm.filter(({ session_id, status }) => session_id === sessionId && status !== 'abandoned')
  claim(living.length === 1, `${sessionId} has ${living.length} opportunities in the CRM.`)
  claim(
    living.every(({ status }) => status === 'won'),
    `${sessionId} is not won in the CRM.`,
  )
  const reports = taken.filter((report) => report.sessionId === sessionId)
  for (const step of PROGRESS_STEPS)
    claim(
      reports.some((report) => report.step === step),
      `${step} of ${sessionId} was never reported.`,
    )
  const ids = new Set(reports.map(({ id }) => id)).size
  if (!forgotten.has(sessionId))
    claim(
      ids === reportsOf(sale),
      `${sessionId} was reported under ${ids} ids instead of ${reportsOf(sale)}.`,
    )
}

/** Checks that the record of each signing arrived once. If a phone has lost everything, it makes another record. */
function checkEvidence(
  plan: readonly PlannedSale[],
  history: readonly PhoneEvent[],
  { evidence }: Aftermath,
  claim: Claim,
): void {
  // A phone is empty at its first start.
  const timesEmptied = Math.max(history.filter(({ type }) => type === 'empty').length - 1, 0)
  for (const { sessionId } of plan) {
    const times = evidence.get(sessionId) ?? 0
    claim(times > 0, `The server has no evidence of ${sessionId}.`)
    claim(times <= 1 + timesEmptied, `The server has ${times} pieces of evidence of ${sessionId}.`)
  }
}
