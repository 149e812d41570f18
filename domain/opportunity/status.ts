export const OPPORTUNITY_STATUSES = ['open', 'qualified', 'closed-won', 'closed-lost'] as const
export type OpportunityStatus = (typeof OPPORTUNITY_STATUSES)[number]

const FORWARD: readonly OpportunityStatus[] = ['open', 'qualified', 'closed-won']

/** Whether an agent's sale would move back, or out of what the CRM closed (decisions: life of a sale). */
export function movesBack(from: OpportunityStatus, to: OpportunityStatus): boolean {
  return from === 'closed-lost' ? to !== from : FORWARD.indexOf(to) < FORWARD.indexOf(from)
}
