import { upsertLeads } from '../ghl-sync/pull-leads.queries.ts'
import { withoutBlanks } from '../ghl-sync/pull-leads.ts'
import type { EventOutcome, EventsContext } from './apply-crm-status.commands.ts'

/** Takes over what the CRM knows of a contact, if it is a lead. One that is gone there stays here: sales name it. */
export async function applyCrmLead(
  { db, crm, changeFeed }: EventsContext,
  contactId: string,
  signal: AbortSignal,
): Promise<EventOutcome> {
  const read = await crm.readLead(contactId, signal)
  signal.throwIfAborted()
  if (!read.ok) return read
  if (read.value) {
    await upsertLeads(db, crm.provider, [withoutBlanks(read.value)])
    changeFeed.wake()
  }
  return { ok: true }
}
