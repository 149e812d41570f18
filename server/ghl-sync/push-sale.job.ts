import type { CrmFailure, CrmResult } from '#crm/port.ts'
import type { Context } from '../context.ts'
import { fullJitter } from '../jobs/backoff.ts'
import type { DeliveryHandler, DeliveryOutcome } from '../jobs/deliveries.ts'
import {
  announceLink,
  completeLink,
  findSaleToPush,
  markPushed,
  type SaleToPush,
} from './push-sale.queries.ts'
import { writeSyncLog } from './sync-log.queries.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 15 * 60_000

type Push = Pick<Context, 'db' | 'crm' | 'changeFeed'> & SaleToPush & { signal: AbortSignal }
type Answer<Value> = { ok: true; value: Value } | { ok: false; outcome: DeliveryOutcome }

/** Brings the present state of one sale into the CRM (decisions: life of a sale). */
export function pushSaleJob(context: Pick<Context, 'db' | 'crm' | 'changeFeed'>): DeliveryHandler {
  return {
    backoff: fullJitter(FIRST_RETRY_MS, LAST_RETRY_MS),
    async deliver({ session_id }, signal) {
      const found = await findSaleToPush(context.db, session_id)
      if (!found) return { ok: false, retry: 'never', message: 'The sale does not exist.' }
      return push({ ...context, ...found, signal })
    },
  }
}

async function push(given: Push): Promise<DeliveryOutcome> {
  const left = await leaveFormerContact(given)
  if (!left.ok) return left.outcome
  const known = isLinked(given) ? given.link?.opportunityId : undefined
  if (known) return pushUpdate(given, known)
  const created = await create(given)
  if (!created.ok) return created.outcome
  return given.sale.status === 'open' ? { ok: true } : pushUpdate(given, created.value)
}

/** A lead that the CRM does not know leaves the sale at the contact that it has. */
const isLinked = ({ link, sale }: SaleToPush) =>
  link !== null && (sale.contactId === null || sale.contactId === link.contactId)

/** The sale went on with another lead: its opportunity at the former one is given up. */
async function leaveFormerContact(given: Push): Promise<Answer<void>> {
  const { crm, link, sale, signal } = given
  if (link === null || isLinked(given)) return { ok: true, value: undefined }
  const former = { sessionId: sale.sessionId, ...link }
  return ask(given, 'update_opportunity', () => crm.abandonOpportunity(former, signal))
}

async function create(given: Push): Promise<Answer<string>> {
  const { db, crm, sale, signal } = given
  await announceLink(db, sale.sessionId, sale.contactId)
  const created = await ask(given, 'create_opportunity', () => crm.createOpportunity(sale, signal))
  if (!created.ok) return created
  const { opportunityId, contactId } = created.value
  await completeLink(db, { sessionId: sale.sessionId, contactId, opportunityId })
  await showPushed(given, opportunityId)
  return { ok: true, value: opportunityId }
}

async function pushUpdate(given: Push, opportunityId: string): Promise<DeliveryOutcome> {
  const { crm, sale, signal } = given
  const updated = await ask(given, 'update_opportunity', () =>
    crm.updateOpportunity(opportunityId, sale, signal),
  )
  if (!updated.ok) return updated.outcome
  await showPushed(given, opportunityId)
  return { ok: true }
}

async function showPushed({ db, changeFeed, sale }: Push, opportunityId: string): Promise<void> {
  await markPushed(db, sale.sessionId, opportunityId)
  changeFeed.wake()
}

/** One call of the CRM, with its line in the sync log. */
async function ask<Value>(
  { db, sale, leadId, signal }: Push,
  operation: string,
  call: () => Promise<CrmResult<Value>>,
): Promise<Answer<Value>> {
  const startedAt = performance.now()
  const result = await call()
  await writeSyncLog(db, {
    operation,
    direction: 'push',
    session_id: sale.sessionId,
    lead_id: leadId,
    status: result.ok ? 'success' : 'error',
    message: result.ok ? sale.status : result.failure.message,
    duration_ms: performance.now() - startedAt,
  })
  // An attempt that overran its time may be another worker's by now, and must not write any more.
  signal.throwIfAborted()
  return result.ok ? result : { ok: false, outcome: failureToOutcome(result.failure) }
}

const failureToOutcome = ({ code, retry, message, status, retryAfterMs }: CrmFailure): DeliveryOutcome => ({
  ok: false,
  retry,
  message,
  status,
  ...(code === 'daily-limit' ? { receiver: 'rests' } : {}),
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
})
