import { NOTHING_YET } from '#domain/opportunity/opportunity.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import type { PhoneSale } from '../offline/phone-sales.ts'

/**
 * Every sale as the agent knows it: what the server has, and over it what this phone has not been able to tell it yet.
 * Sales that the server has never heard of come first.
 */
export function trackedSales(
  stored: readonly OpportunityListed[],
  phoneSales: ReadonlyMap<string, PhoneSale>,
): readonly OpportunityListed[] {
  const waiting = new Map([...phoneSales].filter(([, { writes }]) => writes > 0))
  if (waiting.size === 0) return stored
  const known = stored.map((row) => {
    const ahead = waiting.get(row.session_id)
    waiting.delete(row.session_id)
    return ahead && row.closed_by !== 'crm' ? { ...row, ...ahead.written } : row
  })
  const unknown = [...waiting.values()].sort((a, b) => b.savedAt.localeCompare(a.savedAt))
  return [...unknown.map(rowOfPhoneSale), ...known]
}

/** A sale that only this phone has, in the form of the server's. */
function rowOfPhoneSale({ sessionId, savedAt, written }: PhoneSale): OpportunityListed {
  const own = { id: sessionId, session_id: sessionId, created_at: savedAt, updated_at: savedAt }
  const { contract_signature: _, ...blank } = NOTHING_YET
  return { ...blank, received_at: null, area: null, closed_by: null, ...written, ...own }
}
