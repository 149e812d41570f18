import { NOTHING_YET } from '#domain/opportunity/opportunity.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { hasCaughtUp } from '../../lists/leads-ahead.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'

/** The list as the phone has it, which was all that the server had at `inStepAt`. */
type Told = { rows: readonly OpportunityListed[]; inStepAt: string | undefined }

/**
 * Every sale as the agent knows it: what the server has, and over it what this phone has not been able to tell it yet, or
 * has told it without hearing of it since. Sales that the list does not have come first.
 */
export function trackedSales(
  { rows, inStepAt = '' }: Told,
  phoneSales: ReadonlyMap<string, PhoneSale>,
): readonly OpportunityListed[] {
  const untold = new Map(
    [...phoneSales].filter(([, { writes, savedAt }]) => writes > 0 || savedAt > inStepAt),
  )
  if (untold.size === 0) return rows
  const known = rows.map((row) => {
    const sale = untold.get(row.session_id)
    untold.delete(row.session_id)
    const isAhead = sale && row.closed_by !== 'crm' && (sale.writes > 0 || !hasCaughtUp(row, sale))
    return isAhead ? { ...row, ...sale.written } : row
  })
  const unknown = [...untold.values()].sort((a, b) => b.savedAt.localeCompare(a.savedAt))
  return [...unknown.map(rowOfPhoneSale), ...known]
}

/** A sale that only this phone has, in the form of the server's. */
function rowOfPhoneSale({ sessionId, savedAt, written }: PhoneSale): OpportunityListed {
  const own = { id: sessionId, session_id: sessionId, created_at: savedAt, updated_at: savedAt }
  const { contract_signature: _, ...blank } = NOTHING_YET
  return { ...blank, received_at: null, area: null, closed_by: null, ...written, ...own }
}
