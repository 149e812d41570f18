import type { OpportunityStatus } from './status.ts'

const isClosed = (status: OpportunityStatus) => status === 'closed-won' || status === 'closed-lost'

/**
 * Returns the new status of a sale if the CRM reports `reported`, or undefined if the sale keeps its status. The CRM
 * can close and reopen a sale; only the agent moves an unfinished one (docs/product 4.4).
 */
export function statusByCrm(
  ours: OpportunityStatus,
  reported: OpportunityStatus | null,
): OpportunityStatus | undefined {
  if (reported === null || reported === ours) return undefined
  return isClosed(ours) || isClosed(reported) ? reported : undefined
}
