import { NOTHING_YET } from '#domain/opportunity/opportunity.ts'
import type { OpportunityListed } from '#protocol/tables.ts'
import { hasCaughtUp } from '../../lists/leads-ahead.ts'
import type { PhoneSale } from '../../sync/phone-sales.ts'

/** The list on the phone. It has everything that the server knew at `inStepAt`. */
type ListOnPhone = { rows: readonly OpportunityListed[]; inStepAt: string | undefined }

/**
 * Returns the listed sales, with this phone's own changes on top if the list does not show them yet: they are unsent, or
 * accepted after `inStepAt`. Sales that are missing from the list come first.
 */
export function trackedSales(
  { rows, inStepAt = '' }: ListOnPhone,
  phoneSales: ReadonlyMap<string, PhoneSale>,
): readonly OpportunityListed[] {
  const unlisted = new Map(
    [...phoneSales].filter(([, { writes, acceptedAt }]) => writes > 0 || acceptedAt > inStepAt),
  )
  if (unlisted.size === 0) return rows
  const known = rows.map((row) => {
    const sale = unlisted.get(row.session_id)
    unlisted.delete(row.session_id)
    const isAhead = sale && row.closed_by !== 'crm' && (sale.writes > 0 || !hasCaughtUp(row, sale))
    return isAhead ? { ...row, ...sale.written } : row
  })
  const unknown = [...unlisted.values()].sort((a, b) => b.savedAt.localeCompare(a.savedAt))
  return [...unknown.map(rowOfPhoneSale), ...known]
}

/** Returns a sale that only this phone has, in the shape of the server's rows. */
function rowOfPhoneSale({ sessionId, savedAt, written }: PhoneSale): OpportunityListed {
  const own = { id: sessionId, session_id: sessionId, created_at: savedAt, updated_at: savedAt }
  const { contract_signature: _, ...blank } = NOTHING_YET
  return { ...blank, received_at: null, area: null, closed_by: null, ...written, ...own }
}
