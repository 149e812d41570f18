import { LEAD_STATUSES, type LeadStatus } from '#domain/lead/lead.ts'
import { leadStatusFor, movedTo } from '#domain/lead/lead-progress.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneSale } from '../sync/phone-sales.ts'

/**
 * How far the sales of this phone bring their leads, by lead, where the phone was not told that the server has a sale so
 * far: it may not have heard of it, or the phone not of its answer. With the sale the phone is told of its lead, and that
 * counts then, as the office may open the lead again.
 */
export function leadsAhead(
  sales: Iterable<PhoneSale>,
  findTold: (sessionId: string) => OpportunityListed | undefined,
): Map<string, LeadStatus> {
  const ahead = new Map<string, LeadStatus>()
  for (const sale of sales) {
    const { lead_id, status } = sale.written
    if (!lead_id || !status || isTold(sale, findTold(sale.sessionId))) continue
    ahead.set(lead_id, movedTo(leadStatusFor(status), ahead.get(lead_id) ?? 'new'))
  }
  return ahead
}

/** Whether the sale that the phone was told of is as far as the one that it has written. */
export function isTold({ written }: PhoneSale, told: OpportunityListed | undefined): boolean {
  const { lead_id, status } = written
  if (!told || !status) return false
  if (status === 'closed-won') return told.received_at !== null
  return told.lead_id === lead_id && rankOf(told.status) >= rankOf(status)
}

const rankOf = (status: OpportunityStatus) => LEAD_STATUSES.indexOf(leadStatusFor(status))
