export const OPPORTUNITY_STATUSES = ['open', 'qualified', 'closed-won', 'closed-lost'] as const
export type OpportunityStatus = (typeof OPPORTUNITY_STATUSES)[number]

const FORWARD: readonly OpportunityStatus[] = ['open', 'qualified', 'closed-won']

/**
 * Whether an agent's sale would move back, or out of what the CRM closed as lost, which a signature alone may
 * (docs/product 4.4).
 */
export function movesBack(from: OpportunityStatus, to: OpportunityStatus): boolean {
  if (from === 'closed-lost') return to !== from && to !== 'closed-won'
  return FORWARD.indexOf(to) < FORWARD.indexOf(from)
}
