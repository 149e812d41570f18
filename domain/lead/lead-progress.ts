import type { OpportunityStatus } from '../opportunity/status.ts'
import { LEAD_STATUSES, type LeadStatus } from './lead.ts'

const LEAD_STATUS_FOR: Record<OpportunityStatus, LeadStatus> = {
  open: 'contacted',
  qualified: 'qualified',
  'closed-won': 'closed-won',
  'closed-lost': 'closed-lost',
}

/** What a sale's status makes of its lead. */
export const leadStatusFor = (sale: OpportunityStatus): LeadStatus => LEAD_STATUS_FOR[sale]

/**
 * The statuses from which a lead moves forward to `target`; from any other it stays where it is. A lead that was
 * lost can be sold after all.
 */
export function leadStatusesBefore(target: LeadStatus): LeadStatus[] {
  if (target === 'closed-won') return LEAD_STATUSES.filter((status) => status !== target)
  return LEAD_STATUSES.slice(0, LEAD_STATUSES.indexOf(target))
}

/** The statuses from which a lead moves to `target`. */
export const movedTo = (target: LeadStatus, from: LeadStatus): LeadStatus =>
  leadStatusesBefore(target).includes(from) ? target : from
