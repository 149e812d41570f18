import type { LeadStatus } from '#domain/lead/lead.ts'
import { leadStatusFor, movedTo } from '#domain/lead/lead-progress.ts'
import type { PhoneSale } from './phone-sales.ts'

/** How far the sales that wait on this phone bring their leads, by lead. */
export function leadsAhead(sales: Iterable<PhoneSale>): Map<string, LeadStatus> {
  const ahead = new Map<string, LeadStatus>()
  for (const { writes, written } of sales) {
    const { lead_id, status } = written
    if (writes > 0 && lead_id && status)
      ahead.set(lead_id, movedTo(leadStatusFor(status), ahead.get(lead_id) ?? 'new'))
  }
  return ahead
}
