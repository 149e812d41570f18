import type { LeadStatus } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'

/** The classes of a status badge. */
export const STATUS_LOOKS: Record<LeadStatus | OpportunityStatus, string> = {
  new: 'text-accent ring-1 ring-accent ring-inset',
  contacted: 'bg-sunken text-muted',
  open: 'bg-sunken text-muted',
  qualified: 'bg-voucher-soft text-voucher',
  'closed-won': 'bg-accent text-on-accent',
  'closed-lost': 'bg-danger-soft text-danger',
}
