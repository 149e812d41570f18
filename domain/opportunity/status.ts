export const OPPORTUNITY_STATUSES = ['open', 'qualified', 'closed-won', 'closed-lost'] as const
export type OpportunityStatus = (typeof OPPORTUNITY_STATUSES)[number]

const FORWARD: readonly OpportunityStatus[] = ['open', 'qualified', 'closed-won']

/**
 * Returns whether the status would move back. A sale that the CRM closed as lost leaves that status only by a signature
 * (docs/product 4.4).
 */
export function movesBack(from: OpportunityStatus, to: OpportunityStatus): boolean {
  if (from === 'closed-lost') return to !== from && to !== 'closed-won'
  return FORWARD.indexOf(to) < FORWARD.indexOf(from)
}
