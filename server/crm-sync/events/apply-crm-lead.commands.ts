import { removeLead, upsertLeads } from '../pull/pull-leads.queries.ts'
import { withoutBlanks } from '../pull/pull-leads.ts'
import type { EventOutcome, EventsContext } from './apply-crm-status.commands.ts'

/**
 * Takes over what the CRM knows of a contact. One that is gone there, or is no lead any more, is taken off the lists;
 * where a sale names the lead, it stays. A sale that still waits on a phone then comes without its lead (decision 27).
 */
export async function applyCrmLead(
  { db, crm, changeFeed }: EventsContext,
  contactId: string,
  signal: AbortSignal,
): Promise<EventOutcome> {
  const read = await crm.readLead(contactId, signal)
  signal.throwIfAborted()
  if (!read.ok) return read
  if (read.value) await upsertLeads(db, crm.provider, [withoutBlanks(read.value)])
  if (read.value || (await removeLead(db, crm.provider, contactId))) changeFeed.wake()
  return { ok: true }
}
