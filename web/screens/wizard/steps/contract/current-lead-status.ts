import type { LeadStatus } from '#domain/lead/lead.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { useLists } from '../../../../app-context.ts'

/**
 * Returns the status of the sale's lead. Undefined while no changes arrive: an order that is signed offline is
 * submitted, whatever has become of the lead.
 */
export function currentLeadStatus(lists: ReturnType<typeof useLists>, sale: Sale): LeadStatus | undefined {
  if (lists.connection !== 'open' || !sale.lead) return undefined
  // The CRM may have marked this very sale, and so its lead, as won. The signature is still needed.
  if (lists.shown.opportunities.findOf(sale.sessionId)?.status === 'closed-won') return undefined
  return lists.shown.leads.find(sale.lead.id)?.status
}
