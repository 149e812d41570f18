import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Crm, CrmFailure, CrmOpportunityToAbandon, CrmResult, RecordIds } from '#crm/port.ts'
import { failed, success } from '#domain/kernel/result.ts'
import type { ChangeFeed } from '../../changes/change-feed.ts'
import type { Db } from '../../db/schema.ts'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../../deliveries/handler.ts'
import { HELD } from '../../deliveries/held.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import {
  announceLink,
  completeLink,
  holdOff,
  parkIfLost,
  pushOwnersAgain,
  recordWrite,
  SUPERSEDED,
} from './crm-links.queries.ts'
import { CRM_BACKOFF, failedBy } from './failed-by.ts'
import { findFormerContacts, findSaleToPush, type SaleToPush } from './push-sale.queries.ts'

type PushContext = {
  db: Db
  crm: Crm
  changeFeed: Pick<ChangeFeed, 'wake'>
  log: Pick<FastifyBaseLogger, 'info'>
}
type Push = PushContext & SaleToPush & { delivery: Delivery; signal: AbortSignal }
/** Pushes the current state of one sale to the CRM (docs/product 9.4). */
export function pushSaleJob(context: PushContext): DeliveryHandler {
  return {
    backoff: CRM_BACKOFF,
    catchesUpMs: context.crm.catchesUpMs,
    async deliver(delivery, signal) {
      const found = await findSaleToPush(context.db, context.crm.provider, delivery.session_id)
      if (!found) return failed({ retry: 'never', message: 'The sale does not exist.' })
      // The sale became held after the claim.
      if (found.isHeld) return HELD
      return push({ ...context, ...found, delivery, signal })
    },
  }
}

async function push(given: Push): Promise<DeliveryOutcome> {
  await untilSettled(given)
  const left = await leaveFormerContacts(given)
  if (!left.ok) return failedBy(left.failure)
  const ids = recordIdsOf(given)
  if (!ids) return pushNew(given)
  const updated = await update(given, ids)
  if (updated.ok) return record(given, ids.opportunityId)
  // The opportunity was deleted in the CRM, so create another one, unless the sale is lost.
  if (updated.failure.code === 'not-found')
    return given.sale.status === 'closed-lost' ? success({}) : pushNew(given)
  return refusedUpdate(given, ids.opportunityId, updated.failure)
}

/** Waits until the CRM must show what an unanswered call may have created, whichever process made the call. */
async function untilSettled({ link, signal }: Push): Promise<void> {
  if (link && link.unsettledMs > 0) await delay(Math.ceil(link.unsettledMs), undefined, { signal })
}

/**
 * Returns true if the link names the contact of the lead. If the CRM does not know the lead, the sale keeps its
 * contact.
 */
const isLinked = ({ link, sale }: SaleToPush) =>
  link !== null && (sale.contactId === null || sale.contactId === link.contactId)

function recordIdsOf(given: SaleToPush): RecordIds | undefined {
  const { contactId, opportunityId } = (isLinked(given) && given.link) || {}
  return contactId && opportunityId ? { contactId, opportunityId } : undefined
}

/**
 * Abandons the sale's opportunities at the leads that it has moved from. Its link names one of them. If a restore lost
 * that link or put back an older one, the calls that the phone repeated still name the others.
 */
async function leaveFormerContacts(given: Push): Promise<CrmResult<void>> {
  if (isLinked(given)) return success(undefined)
  const { db, crm, link, sale } = given
  const named = await findFormerContacts(db, crm.provider, sale.sessionId)
  const unlinked = named.filter((contactId) => contactId !== link?.contactId)
  const former = unlinked.map((contactId) => ({ contactId, opportunityId: null }))
  for (const ids of link ? [link, ...former] : former) {
    const left = await leave(given, ids)
    if (!left.ok) return left
  }
  return success(undefined)
}

/**
 * Abandons one of them. If the answer to its creation was lost, it may have taken over the opportunity of another sale,
 * so that sale is pushed again.
 */
async function leave(
  given: Push,
  { contactId, opportunityId }: Pick<CrmOpportunityToAbandon, 'contactId' | 'opportunityId'>,
): Promise<CrmResult<void>> {
  const { db, crm, sale, signal } = given
  const former = { sessionId: sale.sessionId, contactId, opportunityId }
  const left = await ask(given, 'update_opportunity', () => crm.abandonOpportunity(former, signal))
  if (left.ok && contactId !== null && opportunityId === null)
    await pushOwnersAgain(db, { provider: crm.provider, contactId })
  return left
}

/** The failures after which the CRM may still have created the opportunity. */
const MAY_HAVE_CREATED: ReadonlySet<CrmFailure['code']> = new Set(['timeout', 'network', 'upstream'])

/**
 * Creates the opportunity as open. An update follows if the sale is past `open`, or if another sale had the
 * opportunity, because the last write of that sale may arrive late. It also follows if the sale was in the CRM before:
 * the opportunity found there may be from an earlier try and older than the sale, or abandoned since.
 */
async function pushNew(given: Push): Promise<DeliveryOutcome> {
  const { db, crm, changeFeed, sale, leadId, link, signal } = given
  const { provider } = crm
  const { sessionId } = sale
  const announce = (contactId: string | null) => announceLink(db, { provider, sessionId, contactId })
  const contactId = sale.contactId ?? contactOfEarlierTry(given)
  await announce(contactId)
  const created = await ask(given, 'create_opportunity', async () => {
    const answered = await crm.createOpportunity({ ...sale, contactId }, signal, announce)
    if (!answered.ok && MAY_HAVE_CREATED.has(answered.failure.code))
      await holdOff(db, sessionId, answered.failure.retryAfterMs ?? 0)
    return answered
  })
  if (!created.ok) return failedBy(created.failure)
  const ids = created.value
  const { tookOver } = await completeLink(db, { provider, sessionId, leadId, ...ids })
  if (tookOver) changeFeed.wake()
  else if (sale.status === 'open' && link === null) return record(given, ids.opportunityId)
  const updated = await update(given, ids)
  if (updated.ok) return record(given, ids.opportunityId)
  // The CRM's search still lists an opportunity that was just deleted, so try again in a moment.
  if (updated.failure.code === 'not-found') return failedBy({ ...updated.failure, retry: 'later' })
  return refusedUpdate(given, ids.opportunityId, updated.failure)
}

/** Returns the contact that the CRM chose for a sale without one, if its opportunity was never confirmed. */
const contactOfEarlierTry = ({ link }: SaleToPush) => (link?.opportunityId === null ? link.contactId : null)

const update = (given: Push, { opportunityId, contactId }: RecordIds): Promise<CrmResult<void>> => {
  const { crm, sale, signal } = given
  return ask(given, 'update_opportunity', () =>
    crm.updateOpportunity(opportunityId, { ...sale, contactId }, signal),
  )
}

const LOST: DeliveryOutcome = failed({ retry: 'never', message: SUPERSEDED })
const OVERWRITTEN: DeliveryOutcome = failed({
  retry: 'later',
  message: 'Another sale of the same lead has written to its opportunity.',
})

async function record(given: Push, opportunityId: string): Promise<DeliveryOutcome> {
  const { db, changeFeed, delivery, link } = given
  const recorded = await recordWrite(db, { delivery, opportunityId, overwritten: link?.overwritten ?? 0 })
  if (recorded === 'lost') return LOST
  changeFeed.wake()
  return recorded === 'held' ? success({}) : OVERWRITTEN
}

async function refusedUpdate(
  { db, delivery }: Push,
  opportunityId: string,
  failure: CrmFailure,
): Promise<DeliveryOutcome> {
  const isLost = failure.code === 'conflict' && (await parkIfLost(db, { delivery, opportunityId }))
  return isLost ? LOST : failedBy(failure)
}

/**
 * Makes one call to the CRM and records it in the sync log, and in our log with the id of the request that caused it.
 */
async function ask<Value>(
  { db, log, sale, leadId, delivery, signal }: Push,
  operation: string,
  call: () => Promise<CrmResult<Value>>,
): Promise<CrmResult<Value>> {
  const startedAt = performance.now()
  const result = await call()
  const durationMs = performance.now() - startedAt
  const { sessionId } = sale
  const trace = { sessionId, requestId: delivery.request_id, operation, durationMs: Math.round(durationMs) }
  log.info({ ...trace, answer: result.ok ? 'done' : result.failure.code }, 'Called the CRM')
  await writeSyncLog(db, {
    operation,
    direction: 'push',
    session_id: sessionId,
    lead_id: leadId,
    status: result.ok ? 'success' : 'error',
    message: result.ok ? sale.status : result.failure.message,
    duration_ms: durationMs,
  })
  // After a timeout another worker may hold this delivery, so this attempt must not write.
  signal.throwIfAborted()
  return result
}
