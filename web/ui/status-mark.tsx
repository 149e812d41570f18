import type { LeadStatus } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'

/** Shapes, because colours fade in the sun. */
const SHAPES: Record<LeadStatus | OpportunityStatus, string> = {
  new: '',
  contacted: '○',
  open: '○',
  qualified: '◐',
  'closed-won': '●',
  'closed-lost': '×',
}

/** A status as a shape and a word. */
export const StatusMark = ({ status }: { status: LeadStatus | OpportunityStatus }) => (
  <span className="shrink-0 text-sm leading-5 whitespace-nowrap">
    <span aria-hidden>{SHAPES[status]} </span>
    <span>{STATUS_NAMES[status]}</span>
  </span>
)
