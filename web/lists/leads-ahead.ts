import { LEAD_STATUSES, type LeadStatus } from '#domain/lead/lead.ts'
import { leadStatusFor, movedTo } from '#domain/lead/lead-progress.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneSale } from '../sync/phone-sales.ts'

/**
 * The statuses, by lead, that this phone's own sales imply and the lists do not show yet. Once the lists show a sale,
 * its lead's own row counts again, because the office may have reopened the lead since.
 */
export function leadsAhead(
  sales: Iterable<PhoneSale>,
  findListed: (sessionId: string) => OpportunityListed | undefined,
): Map<string, LeadStatus> {
  const ahead = new Map<string, LeadStatus>()
  for (const sale of sales) {
    const { lead_id, status } = sale.written
    if (!lead_id || !status || hasCaughtUp(findListed(sale.sessionId), sale)) continue
    ahead.set(lead_id, movedTo(leadStatusFor(status), ahead.get(lead_id) ?? 'new'))
  }
  return ahead
}

/** Returns whether the listed sale is at least as far as the phone has written it. */
export function hasCaughtUp(listed: OpportunityListed | undefined, { written }: PhoneSale): boolean {
  const { lead_id, status } = written
  if (!listed || !status) return false
  if (status === 'closed-won') return listed.received_at !== null
  return listed.lead_id === lead_id && rankOf(listed.status) >= rankOf(status)
}

const rankOf = (status: OpportunityStatus) => LEAD_STATUSES.indexOf(leadStatusFor(status))
