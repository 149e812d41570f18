import type { OpportunityStatus } from '../opportunity/status.ts'
import { LEAD_STATUSES, type LeadStatus } from './lead.ts'

const LEAD_STATUS_FOR: Record<OpportunityStatus, LeadStatus> = {
  open: 'contacted',
  qualified: 'qualified',
  'closed-won': 'closed-won',
  'closed-lost': 'closed-lost',
}

/** Returns the status that a sale gives its lead. */
export const leadStatusFor = (sale: OpportunityStatus): LeadStatus => LEAD_STATUS_FOR[sale]

/**
 * Returns the statuses from which a lead moves forward to `target`; from any other it stays where it is. A lost lead
 * can still be sold.
 */
export function leadStatusesBefore(target: LeadStatus): LeadStatus[] {
  if (target === 'closed-won') return LEAD_STATUSES.filter((status) => status !== target)
  return LEAD_STATUSES.slice(0, LEAD_STATUSES.indexOf(target))
}

/** Returns `target` if a lead moves forward to it from `from`, otherwise `from`. */
export const movedTo = (target: LeadStatus, from: LeadStatus): LeadStatus =>
  leadStatusesBefore(target).includes(from) ? target : from
