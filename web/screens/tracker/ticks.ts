import { copyForCompany, paperGivenInWords } from '#domain/copy/copy-in-words.ts'
import type { CopyState } from '#domain/copy/copy-state.ts'
import type { SaleDeliveries, SaleDelivery } from '#protocol/back-office.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { type Hindrance, WHILE } from '../../hindrance.ts'
import { isRecord, isWrite, type SaleReceipt } from '../../storage/stored.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'
import { formatMoment } from '../../ui/wording.ts'

/** A place where a sale has to arrive. */
export type Place = 'phone' | 'server' | 'crm' | 'automation' | 'customer'

/** `none` if nothing has to arrive, `unknown` if the phone cannot know. */
export type TickState = 'done' | 'waiting' | 'bad' | 'unknown' | 'none'

export type Tick = {
  place: Place
  state: TickState
  text: string
  canRetry: boolean
  /** What the agent should do, or why the phone does not know, for the one line of a closed card. */
  toDo?: string
}

/**
 * A sale in the tracker. `deliveries` is undefined until the server has answered for everything that the phone has
 * sent.
 */
export type Tracked = {
  row: OpportunityListed
  phone: PhoneSale | undefined
  deliveries: SaleDeliveries | undefined
  /** Why the phone cannot ask the server now. */
  hindrance?: Hindrance | undefined
  /** Whether the server has accepted changes that the phone's list does not show yet (`isAheadOfList`). */
  isAhead?: boolean
}

/** Returns the ticks of a sale, one per place, each with its time or its reason (docs/product 2.10). */
export const ticksOf = (sale: Tracked): Tick[] => [
  phoneTick(sale),
  serverTick(sale),
  crmTick(sale),
  automationTick(sale),
  customerTick(sale),
]

/**
 * Returns the line of a closed card: what is wrong, otherwise what waits, otherwise how far the sale is known to have
 * come.
 */
export function stateOf(ticks: readonly Tick[]): Pick<Tick, 'state' | 'text'> {
  const bad = ticks.find(({ state }) => state === 'bad')
  if (bad) return { state: 'bad', text: WRONG[bad.place] }
  const waiting = ticks.find(({ state }) => state === 'waiting')
  if (waiting) return { state: 'waiting', text: waiting.toDo ?? WAITING[waiting.place] }
  const unknown = ticks.find(({ state }) => state === 'unknown')
  const known = unknown ? ticks.slice(0, ticks.indexOf(unknown)) : ticks
  const furthest = known.findLast(({ state }) => state === 'done')
  const arrived = furthest ? ARRIVED[furthest.place] : ''
  if (!unknown) return { state: 'done', text: arrived }
  return { state: 'unknown', text: unknown.toDo ? `${arrived}. ${unknown.toDo}` : arrived }
}

const WRONG: Record<Place, string> = {
  phone: 'Not saved',
  server: 'Not sent. Edit it, or retry.',
  crm: 'Not in the CRM. Retry, or ask the office.',
  automation: 'Progress not reported. Retry, or ask the office.',
  customer: 'Copy not emailed. Give the paper copy.',
}
const WAITING: Record<Place, string> = {
  phone: 'Not saved yet',
  server: 'Waiting for a connection',
  crm: 'Waiting for the CRM',
  automation: 'Waiting for the automation service',
  customer: 'Waiting for the customer’s copy',
}
const ARRIVED: Record<Place, string> = {
  phone: 'On this phone',
  server: 'On the server',
  crm: 'In the CRM',
  automation: 'In the CRM, progress reported',
  customer: 'In the CRM, copy sent or given',
}

const tick = (place: Place, state: TickState, text: string, canRetry = false): Tick => ({
  place,
  state,
  text,
  canRetry,
})

function phoneTick({ phone }: Tracked): Tick {
  return phone
    ? tick('phone', 'done', `Saved on this phone, ${formatMoment(phone.savedAt)}`)
    : tick('phone', 'none', 'Safe on the server, not on this phone')
}

function serverTick({ phone, row, hindrance }: Tracked): Tick {
  const refused = phone?.parked.find(isWrite)
  if (refused) return tick('server', 'bad', `Needs attention: ${refused.reason}`, true)
  if (phone && phone.writes > 0) return unsentTick(hindrance)
  if (phone?.receipt) return tick('server', 'done', receiptText(phone.receipt))
  const at = formatMoment(row.received_at ?? row.updated_at)
  return tick('server', 'done', `On the server since ${at}`)
}

/** Returns the tick of an unsent sale. No retry is offered if the phone must first be enrolled or get a valid key. */
function unsentTick(hindrance: Hindrance | undefined): Tick {
  if (!hindrance || hindrance === 'offline') return tick('server', 'waiting', WAITING.server, true)
  const toDo = hindrance === 'paused' ? 'Waiting to be handed in' : `Waiting ${WHILE[hindrance]}`
  return { ...tick('server', 'waiting', toDo, hindrance === 'paused'), toDo }
}

/** The tick of a sale that a paused phone has handed in: it is held (docs/product 26.6). */
const heldTick: Tick = {
  ...tick('crm', 'waiting', 'CRM: waiting for the office, as this phone is paused'),
  toDo: 'Waiting for the office',
}

/** Returns the tick of a place about which the server has not answered. */
function unknownTick(place: Place, name: string, { hindrance }: Tracked): Tick {
  if (!hindrance) return tick(place, 'unknown', `${name}: not known yet`)
  const text = `${name}: not known ${WHILE[hindrance]}`
  return { ...tick(place, 'unknown', text), toDo: `The rest isn’t known ${WHILE[hindrance]}.` }
}

/**
 * Returns a waiting tick. A held sale waits for the office (docs/product 26.6): a retry would not help, and the agent
 * need not act.
 */
const waitingTick = (place: Place, text: string, deliveries: SaleDeliveries | undefined): Tick =>
  deliveries?.held
    ? { ...tick(place, 'waiting', text), toDo: 'Waiting for the office' }
    : tick(place, 'waiting', text, true)

const receiptText = ({ at, corrected }: SaleReceipt) =>
  corrected
    ? `On the server since ${formatMoment(at)}, later edited by the office`
    : `On the server since ${formatMoment(at)}, receipt checked`

function crmTick(sale: Tracked): Tick {
  const { row, deliveries, phone, hindrance, isAhead } = sale
  const { ghl_opportunity_id, last_ghl_sync } = row
  const missing = ghl_opportunity_id === null ? 'Not in the CRM yet' : 'Changes not in the CRM yet'
  if (phone && phone.writes > 0) return tick('crm', 'waiting', missing)
  if (!deliveries && isAhead && hindrance)
    return hindrance === 'paused' ? heldTick : unknownTick('crm', 'CRM', sale)
  const delivery = deliveries?.crm
  const isListed = delivery || !isAhead
  if (isListed && ghl_opportunity_id !== null && last_ghl_sync !== null && isPushed(row, delivery))
    return tick('crm', 'done', `In the CRM since ${formatMoment(last_ghl_sync)}`)
  if (delivery?.state === 'parked') return tick('crm', 'bad', withReason(missing, delivery), true)
  return waitingTick('crm', withReason(missing, delivery), deliveries)
}

function automationTick(sale: Tracked): Tick {
  const { phone, deliveries } = sale
  const refused = phone?.parked.find(({ kind }) => kind === 'report-progress')
  if (refused) return tick('automation', 'bad', `Needs attention: ${refused.reason}`, true)
  const missing = 'Not at the automation service yet'
  if (phone && phone.reports > 0) return tick('automation', 'waiting', missing, phone.writes === 0)
  if (!deliveries) return unknownTick('automation', 'Automation service', sale)
  const { automation } = deliveries
  if (!automation) return tick('automation', 'none', 'No automation service is set up')
  if (automation.state === 'delivered')
    return tick('automation', 'done', `At the automation service since ${formatMoment(automation.at)}`)
  if (automation.state === 'parked') return tick('automation', 'bad', withReason(missing, automation), true)
  return waitingTick('automation', withReason(missing, automation), deliveries)
}

function customerTick(sale: Tracked): Tick {
  const { row, phone, deliveries, hindrance } = sale
  if (row.status !== 'closed-won' || row.contract_timestamp === null)
    return tick('customer', 'none', 'The customer’s copy follows the signature')
  const refused = phone?.parked.find(isRecord)
  if (refused) return tick('customer', 'bad', `Needs attention: ${refused.reason}`, true)
  if (phone && phone.writes + phone.records > 0) {
    const once = hindrance === 'not-enrolled' ? 'once this phone is enrolled' : 'once this phone is online'
    const given = phone.paper && `${paperGivenOn(phone.paper)}, recorded ${once}`
    const text = given ?? `The copy is sent ${once}`
    return tick('customer', 'waiting', text, phone.writes === 0)
  }
  if (!deliveries && phone?.paper) return tick('customer', 'done', paperGivenOn(phone.paper))
  if (!deliveries) return unknownTick('customer', 'The customer’s copy', sale)
  const copy = deliveries.copy_state
  if (!copy) return tick('customer', 'none', 'No copy for the customer yet')
  const words = copyForCompany(copy, formatMoment)
  if (deliveries.cancelled_in_time && COPY_TICKS[copy.state] !== 'done')
    return tick('customer', 'none', 'The customer has cancelled')
  // The phone knows first: the server's answer may be a few seconds old.
  if (phone?.paper && NEEDS_PAPER.has(copy.state)) return tick('customer', 'done', paperGivenOn(phone.paper))
  if (phone?.hasCopy && NEEDS_PAPER.has(copy.state))
    return { ...tick('customer', 'waiting', words), toDo: 'Give the paper copy.' }
  if (copy.state === 'sent') return waitingTick('customer', words, deliveries)
  return tick('customer', COPY_TICKS[copy.state], words, copy.state === 'refused')
}

/** A copy that is not mailed is `none` too: the agent who sold gives it on paper, and others need not act. */
const COPY_TICKS: Record<CopyState['state'], TickState> = {
  'being-sealed': 'waiting',
  sent: 'waiting',
  accepted: 'done',
  'paper-given': 'done',
  refused: 'bad',
  paper: 'none',
  'no-address': 'none',
  'no-mail': 'none',
  'not-mailed': 'none',
  'not-recorded': 'none',
}

const paperGivenOn = ({ at, number }: { at: string; number: string | undefined }) =>
  paperGivenInWords(formatMoment(at), number)

const NEEDS_PAPER: ReadonlySet<CopyState['state']> = new Set(['paper', 'no-address', 'no-mail', 'not-mailed'])

/**
 * Whether the CRM has the current sale. The delivery decides. While it is unknown, the times are compared, which
 * may wrongly report a missing push: a note or a change by the CRM moves `updated_at` without a push.
 */
const isPushed = (
  { last_ghl_sync, updated_at }: OpportunityListed,
  delivery: SaleDelivery | null | undefined,
) => (delivery ? delivery.state === 'delivered' : last_ghl_sync !== null && last_ghl_sync >= updated_at)

const withReason = (text: string, delivery: SaleDelivery | null | undefined) =>
  delivery?.reason ? `${text}: ${delivery.reason}` : text
