import type { CrmFailure, CrmFailureCode, CrmResult } from '#crm/port.ts'
import type { Context } from '../../context.ts'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../../deliveries/handler.ts'
import { fullJitter } from '../../jobs/backoff.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import { announceLink, completeLink, noteWritten, parkIfLost, SUPERSEDED } from './crm-links.queries.ts'
import { findSaleToPush, type SaleToPush } from './push-sale.queries.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 15 * 60_000

type PushContext = Pick<Context, 'db' | 'crm' | 'changeFeed' | 'log'>
type Push = PushContext & SaleToPush & { delivery: Delivery; signal: AbortSignal }
type Refused = { ok: false; code: CrmFailureCode; outcome: Failed }
type Failed = Extract<DeliveryOutcome, { ok: false }>
type Answer<Value> = { ok: true; value: Value } | Refused
type Place = { opportunityId: string; contactId: string }

/** Brings the present state of one sale into the CRM (docs/product 9.4). */
export function pushSaleJob(context: PushContext): DeliveryHandler {
  return {
    backoff: fullJitter(FIRST_RETRY_MS, LAST_RETRY_MS),
    async deliver(delivery, signal) {
      const found = await findSaleToPush(context.db, context.crm.provider, delivery.session_id)
      if (!found) return { ok: false, retry: 'never', message: 'The sale does not exist.' }
      return push({ ...context, ...found, delivery, signal })
    },
  }
}

async function push(given: Push): Promise<DeliveryOutcome> {
  const left = await leaveFormerContact(given)
  if (!left.ok) return left.outcome
  const place = placeOf(given)
  if (!place) return pushNew(given)
  const updated = await update(given, place)
  if (updated.ok) return note(given, place.opportunityId)
  // Deleted there: a sale that lives gets another one, of a lost one nothing is left to tell.
  if (updated.code === 'not-found') return given.sale.status === 'closed-lost' ? { ok: true } : pushNew(given)
  return refusedUpdate(given, place.opportunityId, updated)
}

/** A lead that the CRM does not know leaves the sale at the contact that it has. */
const isLinked = ({ link, sale }: SaleToPush) =>
  link !== null && (sale.contactId === null || sale.contactId === link.contactId)

function placeOf(given: SaleToPush): Place | undefined {
  const { contactId, opportunityId } = (isLinked(given) && given.link) || {}
  return contactId && opportunityId ? { contactId, opportunityId } : undefined
}

/** The sale went on with another lead: its opportunity at the former one is given up. */
async function leaveFormerContact(given: Push): Promise<Answer<void>> {
  const { crm, link, sale, signal } = given
  if (link === null || isLinked(given)) return { ok: true, value: undefined }
  const { contactId, opportunityId } = link
  const former = { sessionId: sale.sessionId, contactId, opportunityId }
  return ask(given, 'update_opportunity', () => crm.abandonOpportunity(former, signal))
}

/** One that another sale had is written once more: a late write of that sale may have come over the first one. */
async function pushNew(given: Push): Promise<DeliveryOutcome> {
  const { db, crm, changeFeed, sale, leadId, signal } = given
  const { provider } = crm
  const { sessionId, contactId } = sale
  await announceLink(db, { provider, sessionId, contactId })
  const created = await ask(given, 'create_opportunity', () => crm.createOpportunity(sale, signal))
  if (!created.ok) return created.outcome
  const place = created.value
  const { tookOver } = await completeLink(db, { provider, sessionId, leadId, ...place })
  if (tookOver) changeFeed.wake()
  else if (sale.status === 'open') return note(given, place.opportunityId)
  const updated = await update(given, place)
  if (updated.ok) return note(given, place.opportunityId)
  // The CRM's search told of an opportunity that is deleted already: a moment later it does not.
  if (updated.code === 'not-found') return { ...updated.outcome, retry: 'later' }
  return refusedUpdate(given, place.opportunityId, updated)
}

const update = (given: Push, { opportunityId, contactId }: Place): Promise<Answer<void>> => {
  const { crm, sale, signal } = given
  return ask(given, 'update_opportunity', () =>
    crm.updateOpportunity(opportunityId, { ...sale, contactId }, signal),
  )
}

const LOST: DeliveryOutcome = { ok: false, retry: 'never', message: SUPERSEDED }
const OVERWRITTEN: DeliveryOutcome = {
  ok: false,
  retry: 'later',
  message: 'Another sale of the same lead has written to its opportunity.',
}

async function note(given: Push, opportunityId: string): Promise<DeliveryOutcome> {
  const { db, changeFeed, delivery, link } = given
  const noted = await noteWritten(db, { delivery, opportunityId, overwritten: link?.overwritten ?? 0 })
  if (noted === 'lost') return LOST
  changeFeed.wake()
  return noted === 'held' ? { ok: true } : OVERWRITTEN
}

async function refusedUpdate(
  { db, delivery }: Push,
  opportunityId: string,
  { code, outcome }: Refused,
): Promise<DeliveryOutcome> {
  const isLost = code === 'conflict' && (await parkIfLost(db, { delivery, opportunityId }))
  return isLost ? LOST : outcome
}

/** One call of the CRM, with its line in the sync log, and in our own by the request that it comes from. */
async function ask<Value>(
  { db, log, sale, leadId, delivery, signal }: Push,
  operation: string,
  call: () => Promise<CrmResult<Value>>,
): Promise<Answer<Value>> {
  const startedAt = performance.now()
  const result = await call()
  const durationMs = performance.now() - startedAt
  const { sessionId } = sale
  const trace = { sessionId, requestId: delivery.request_id, operation, durationMs: Math.round(durationMs) }
  log.info({ ...trace, answer: result.ok ? 'done' : result.failure.code }, 'Asked the CRM')
  await writeSyncLog(db, {
    operation,
    direction: 'push',
    session_id: sessionId,
    lead_id: leadId,
    status: result.ok ? 'success' : 'error',
    message: result.ok ? sale.status : result.failure.message,
    duration_ms: durationMs,
  })
  // An attempt that overran its time may be another worker's by now, and must not write any more.
  signal.throwIfAborted()
  if (result.ok) return result
  return { ok: false, code: result.failure.code, outcome: failureToOutcome(result.failure) }
}

const failureToOutcome = ({ code, retry, message, status, retryAfterMs }: CrmFailure): Failed => ({
  ok: false,
  retry,
  message,
  status,
  ...(code === 'daily-limit' ? { receiver: 'rests' } : {}),
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})
