import type { LeadStatus } from '../lead/lead.ts'
import type { OpportunityStatus } from './status.ts'

/** How the screens name the status of a lead or of an opportunity. */
export const STATUS_NAMES: Record<LeadStatus | OpportunityStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  open: 'Open',
  qualified: 'Qualified',
  'closed-won': 'Won',
  'closed-lost': 'Lost',
}
