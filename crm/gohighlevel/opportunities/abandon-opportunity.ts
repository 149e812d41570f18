import type { CrmOpportunity, CrmOpportunityToAbandon, CrmResult } from '../../port.ts'
import { findWalkIn } from '../contacts/walk-ins.ts'
import type { Connection } from '../http/connection.ts'
import { abandonOpportunity as abandonCall } from '../http/requests.ts'
import { readOpportunity, searchOfContact } from './opportunity-reads.ts'
import { ownerOf } from './ownership.ts'

/** `Crm.abandonOpportunity`. Leaves the opportunity as it is if another sale has taken it over. */
export async function abandonOpportunity(
  connection: Connection,
  given: CrmOpportunityToAbandon,
  signal?: AbortSignal,
): Promise<CrmResult<void>> {
  return connection.inTurn(given.contactId ?? given.sessionId, async () => {
    const found = await findToAbandon(connection, given, signal)
    if (!found.ok) return found
    for (const opportunity of found.value) {
      if (opportunity.status === 'closed-lost') continue
      if ((await ownerOf(connection, opportunity)) !== given.sessionId) continue
      const answered = await connection.client.call(abandonCall(opportunity.opportunityId, signal))
      if (!answered.ok && answered.failure.code !== 'not-found')
        return { ok: false, failure: answered.failure }
    }
    return { ok: true, value: undefined }
  })
}

async function findToAbandon(
  connection: Connection,
  { sessionId, contactId, opportunityId }: CrmOpportunityToAbandon,
  signal: AbortSignal | undefined,
): Promise<CrmResult<CrmOpportunity[]>> {
  if (opportunityId !== null) {
    const known = await readOpportunity(connection, opportunityId, signal)
    return known.ok ? { ok: true, value: known.value ? [known.value] : [] } : known
  }
  const contact =
    contactId === null
      ? await findWalkIn(connection, sessionId, signal)
      : { ok: true as const, value: contactId }
  if (!contact.ok) return contact
  if (contact.value === null) return { ok: true, value: [] }
  // Otherwise the search might not show what an unanswered call has created, and that would stay open.
  await connection.unsettled.settled(contact.value, signal)
  return searchOfContact(connection, contact.value, signal)
}
