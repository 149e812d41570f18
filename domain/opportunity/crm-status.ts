import type { OpportunityStatus } from './status.ts'

const isClosed = (status: OpportunityStatus) => status === 'closed-won' || status === 'closed-lost'

/**
 * What becomes of a sale's status when the CRM says `told`; nothing when it stays as it is, or nothing was told. The
 * CRM closes and reopens; how far an unfinished sale has come is the agent's to say (docs/product 4.4).
 */
export function statusByCrm(
  ours: OpportunityStatus,
  told: OpportunityStatus | null,
): OpportunityStatus | undefined {
  if (told === null || told === ours) return undefined
  return isClosed(ours) || isClosed(told) ? told : undefined
}
