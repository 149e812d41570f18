import { z } from 'zod'
import type { CrmFailure, CrmOpportunity, CrmResult, CrmSale } from '../../port.ts'
import { ensureWalkIn } from '../contacts/walk-ins.ts'
import { saysThereIsNone, unreadable } from '../http/answer-to-failure.ts'
import type { Connection } from '../http/connection.ts'
import { getContact, postOpportunity } from '../http/requests.ts'
import { readOpportunity, searchOfContact } from './opportunity-reads.ts'
import { isWonByAnother, NOT_AMONG_SALES, ownerOf, WON_BY_ANOTHER, WON_BY_THE_OFFICE } from './ownership.ts'
import { pipelineOf } from './pipeline.ts'
import { bodyOf, writeSale } from './update-opportunity.ts'

type Signal = AbortSignal | undefined
type Place = { opportunityId: string; contactId: string }

/** How often the search is waited for after a refusal that may have created. */
const LATE_LOOKS = 2

const created = z.object({ opportunity: z.object({ id: z.string().min(1) }) })

/** `Crm.createOpportunity`. */
export async function createOpportunity(
  connection: Connection,
  sale: CrmSale,
  signal?: AbortSignal,
): Promise<CrmResult<Place>> {
  const pipeline = pipelineOf(connection.settings)
  if (!pipeline.ok) return pipeline
  const contact =
    sale.contactId === null
      ? await ensureWalkIn(connection, sale, signal)
      : { ok: true as const, value: sale.contactId }
  if (!contact.ok) return contact
  const placed = await connection.inTurn(contact.value, () =>
    createAt(connection, sale, contact.value, signal),
  )
  const isDeleted =
    sale.contactId !== null &&
    !placed.ok &&
    ['not-found', 'validation'].includes(placed.failure.code) &&
    (await isGone(connection, sale.contactId, signal))
  return isDeleted ? createOpportunity(connection, { ...sale, contactId: null }, signal) : placed
}

/** Whether a contact was deleted in GoHighLevel, or merged into another: then the sale gets one as any walk-in does. */
async function isGone({ client }: Connection, contactId: string, signal: Signal): Promise<boolean> {
  const answered = await client.call(getContact(contactId, signal))
  return !answered.ok && saysThereIsNone(answered.failure)
}

/** Looks before it creates; what the search does not know yet, GoHighLevel's refusal of duplicates tells. */
async function createAt(
  connection: Connection,
  sale: CrmSale,
  contactId: string,
  signal: Signal,
): Promise<CrmResult<Place>> {
  await connection.unsettled.settled(contactId, signal)
  const living = await findLiving(connection, sale, contactId, signal)
  if (!living.ok) return living
  if (living.value) return adopt(connection, sale, living.value, signal)
  const body = await bodyOf(connection, { ...sale, status: 'open' }, signal)
  if (!body.ok) return body
  const { locationId } = connection.settings
  const answered = await connection.client.call(
    postOpportunity({ ...body.value, locationId, contactId }, signal),
  )
  if (answered.ok) {
    const id = created.safeParse(answered.value).data?.opportunity.id
    return id === undefined
      ? waitForSearch(connection, contactId, unreadable('opportunity').failure)
      : { ok: true, value: { opportunityId: id, contactId } }
  }
  if (answered.existingId !== undefined) return takeOver(connection, sale, answered.existingId, signal)
  const { failure } = answered
  const missed = await findMissed(connection, sale, { contactId, failure }, signal)
  if (missed) return adopt(connection, sale, missed, signal)
  return isUnanswered(failure) ? waitForSearch(connection, contactId, failure) : answered
}

/** What was created, and the search does not know yet, the next try would make a second time. */
const waitForSearch = (
  { unsettled }: Connection,
  contactId: string,
  failure: CrmFailure,
): CrmResult<never> => ({ ok: false, failure: { ...failure, retryAfterMs: unsettled.note(contactId) } })

/** Whether GoHighLevel may have done what was asked all the same. */
const isUnanswered = ({ code }: CrmFailure) => ['timeout', 'network', 'upstream'].includes(code)

/** The opportunity that a failed creation may have left behind after all. */
async function findMissed(
  connection: Connection,
  sale: CrmSale,
  { contactId, failure }: { contactId: string; failure: CrmFailure },
  signal: Signal,
): Promise<CrmOpportunity | null> {
  const isFinal = failure.status === 422 || failure.code === 'conflict'
  if (!isFinal && !isUnanswered(failure)) return null
  // Nobody will ask again after a refusal, so the last look has to be late enough.
  for (let looks = isFinal ? LATE_LOOKS : 0; ; looks--) {
    const found = await findLiving(connection, sale, contactId, signal)
    if (!found.ok || found.value !== null || looks === 0) return found.ok ? found.value : null
    await connection.waitForSearch(signal)
  }
}

/**
 * Of a contact's living opportunities the sale's own, else one that another sale has won, else an open one. A deal that
 * the office has won by itself is none of ours: whether there may be another beside it GoHighLevel says.
 */
async function findLiving(
  connection: Connection,
  sale: CrmSale,
  contactId: string,
  signal: Signal,
): Promise<CrmResult<CrmOpportunity | null>> {
  const found = await searchOfContact(connection, contactId, signal)
  if (!found.ok) return found
  const living = found.value.filter(({ status }) => status !== 'closed-lost')
  const owners = await Promise.all(living.map((one) => ownerOf(connection, one)))
  const own = living[owners.indexOf(sale.sessionId)]
  const wonByAnother = living.find((one, index) => isWonByAnother(owners[index] ?? null, one, sale))
  const open = living.find(({ status }) => status !== 'closed-won')
  return { ok: true, value: own ?? wonByAnother ?? open ?? null }
}

/**
 * The sale's own stays as it is; any other is taken over as if it were new, unless it is another sale's success.
 * What the search told may be seconds old, so that is read again before anything is taken over.
 */
async function adopt(
  connection: Connection,
  sale: CrmSale,
  found: CrmOpportunity,
  signal: Signal,
): Promise<CrmResult<Place>> {
  const { opportunityId, contactId } = found
  const isOwn = (await ownerOf(connection, found)) === sale.sessionId
  return isOwn
    ? { ok: true, value: { opportunityId, contactId } }
    : takeOver(connection, sale, opportunityId, signal)
}

async function takeOver(
  connection: Connection,
  sale: CrmSale,
  opportunityId: string,
  signal: Signal,
): Promise<CrmResult<Place>> {
  const existing = await readOpportunity(connection, opportunityId, signal)
  if (!existing.ok) return existing
  if (!existing.value) return unreadable('opportunity')
  const owner = await ownerOf(connection, existing.value)
  if (owner === null && existing.value.status === 'closed-won') return WON_BY_THE_OFFICE
  if (isWonByAnother(owner, existing.value, sale)) return WON_BY_ANOTHER
  if (owner !== sale.sessionId && existing.value.status === null) return NOT_AMONG_SALES
  if (owner !== sale.sessionId || existing.value.status === 'closed-lost') {
    const written = await writeSale(connection, opportunityId, { ...sale, status: 'open' }, signal)
    if (!written.ok) return written
  }
  return { ok: true, value: { opportunityId, contactId: existing.value.contactId } }
}
