import { z } from 'zod'
import type { CrmFailure, CrmOpportunity, CrmResult, CrmSale, RecordIds } from '../../port.ts'
import { ensureWalkIn } from '../contacts/walk-ins.ts'
import { isUnanswered, saysThereIsNone, unreadable } from '../http/answer-to-failure.ts'
import type { Connection } from '../http/connection.ts'
import { getContact, postOpportunity } from '../http/requests.ts'
import { readOpportunity, searchOfContact } from './opportunity-reads.ts'
import { isWonByAnother, NOT_AMONG_SALES, ownerOf, WON_BY_ANOTHER, WON_BY_THE_OFFICE } from './ownership.ts'
import { pipelineOf } from './pipeline.ts'
import { bodyOf, writeSale } from './update-opportunity.ts'

type Signal = AbortSignal | undefined
/** How many times to wait for the search after a refusal that may have created the opportunity. */
const LATE_LOOKS = 2

const created = z.object({ opportunity: z.object({ id: z.string().min(1) }) })

/** `Crm.createOpportunity`. */
export async function createOpportunity(
  connection: Connection,
  sale: CrmSale,
  signal?: AbortSignal,
  onContact?: (contactId: string) => Promise<void>,
): Promise<CrmResult<RecordIds>> {
  const pipeline = pipelineOf(connection.settings)
  if (!pipeline.ok) return pipeline
  const contact =
    sale.contactId === null
      ? await ensureWalkIn(connection, sale, signal)
      : { ok: true as const, value: sale.contactId }
  if (!contact.ok) return contact
  if (sale.contactId === null) await onContact?.(contact.value)
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

/**
 * Returns whether a contact was deleted in GoHighLevel or merged into another. If so, the sale gets a contact as a
 * walk-in does.
 */
async function isGone({ client }: Connection, contactId: string, signal: Signal): Promise<boolean> {
  const answered = await client.call(getContact(contactId, signal))
  return !answered.ok && saysThereIsNone(answered.failure)
}

/** Searches before it creates. If the search is out of date, GoHighLevel refuses the duplicate and names it. */
async function createAt(
  connection: Connection,
  sale: CrmSale,
  contactId: string,
  signal: Signal,
): Promise<CrmResult<RecordIds>> {
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
      ? failUntilSearchable(connection, contactId, unreadable('opportunity').failure)
      : { ok: true, value: { opportunityId: id, contactId } }
  }
  const { existingId } = answered.failure
  if (existingId !== undefined) return takeOver(connection, sale, existingId, signal)
  const { failure } = answered
  const missed = await findMissed(connection, sale, { contactId, failure }, signal)
  if (missed) return adopt(connection, sale, missed, signal)
  return isUnanswered(failure) ? failUntilSearchable(connection, contactId, failure) : answered
}

/**
 * Fails so that the retry waits for the search. If the opportunity was created but the search does not show it yet, an
 * earlier retry would create a second one.
 */
const failUntilSearchable = (
  { unsettled }: Connection,
  contactId: string,
  failure: CrmFailure,
): CrmResult<never> => ({ ok: false, failure: { ...failure, retryAfterMs: unsettled.record(contactId) } })

/** Returns the opportunity that a failed creation has left behind, or null. */
async function findMissed(
  connection: Connection,
  sale: CrmSale,
  { contactId, failure }: { contactId: string; failure: CrmFailure },
  signal: Signal,
): Promise<CrmOpportunity | null> {
  const isFinal = failure.status === 422 || failure.code === 'conflict'
  if (!isFinal && !isUnanswered(failure)) return null
  // A refusal is not retried, so the last search must be late enough.
  for (let looks = isFinal ? LATE_LOOKS : 0; ; looks--) {
    const found = await findLiving(connection, sale, contactId, signal)
    if (!found.ok || found.value !== null || looks === 0) return found.ok ? found.value : null
    await connection.waitForSearch(signal)
  }
}

/**
 * Returns one of a contact's living opportunities: the sale's own, else one that another sale has won, else an open
 * one. Ignores a deal that the office itself has won, because GoHighLevel decides whether it allows another beside it.
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
 * Leaves the sale's own opportunity as it is. Takes over any other, unless another sale has won it, and reads it again
 * first, because the search may be seconds out of date.
 */
async function adopt(
  connection: Connection,
  sale: CrmSale,
  found: CrmOpportunity,
  signal: Signal,
): Promise<CrmResult<RecordIds>> {
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
): Promise<CrmResult<RecordIds>> {
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
