import type { LeadStatus } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'

/** A status as a word, with a shape that the style sheet draws. */
export const StatusMark = ({ status }: { status: LeadStatus | OpportunityStatus }) => (
  <span className="status-mark" data-status={status}>
    {STATUS_NAMES[status]}
  </span>
)
