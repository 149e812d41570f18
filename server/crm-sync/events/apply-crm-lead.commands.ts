import { success } from '#domain/kernel/result.ts'
import { removeLead } from '../pull/pull-leads.queries.ts'
import { withoutBlanks } from '../pull/pull-leads.ts'
import { storeLeads } from '../pull/store-leads.ts'
import type { EventOutcome, EventsContext } from './apply-crm-status.commands.ts'

/**
 * Copies a contact of the CRM to its lead. If the contact was deleted or is no longer a lead, the lead is removed, unless
 * a sale names it. A sale that is still on a phone then arrives without its lead (decision 27).
 */
export async function applyCrmLead(
  { db, crm, changeFeed }: EventsContext,
  contactId: string,
  signal: AbortSignal,
): Promise<EventOutcome> {
  const read = await crm.readLead(contactId, signal)
  signal.throwIfAborted()
  if (!read.ok) return read
  const lead = read.value && withoutBlanks(read.value)
  if (lead) await db.transaction().execute((tx) => storeLeads(tx, crm.provider, [lead]))
  if (lead || (await removeLead(db, crm.provider, contactId))) changeFeed.wake()
  return success(undefined)
}
