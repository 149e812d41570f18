import { accept, type Decision } from '#domain/kernel/refusal.ts'
import { NOTHING_YET, OPPORTUNITY_TERMS } from '#domain/opportunity/opportunity.ts'
import { decideOpportunity, type OpportunityRule, type RuleFields } from '#domain/opportunity/rules.ts'
import type { StoredSale } from './opportunities.queries.ts'
import type { SaleWrite } from './write-sales.queries.ts'

/** What of a sale the CRM sees; when any of it changes, the CRM must hear of it. */
const CRM_FIELDS = [
  'status',
  'lead_id',
  'total_value',
  'voucher_amount',
  ...OPPORTUNITY_TERMS,
] as const satisfies readonly (keyof RuleFields)[]

type SaleValues = Partial<RuleFields> & { session_id: string }

/**
 * Values to write. The number of the call within its sale, where it has one, makes a repeat harmless; `follows` is that
 * of the write before it, which must be known.
 */
export type SaleChange = {
  values: SaleValues
  sequence?: number | undefined
  follows?: number | undefined
  requestId?: string | undefined
}

/** What writing these values means, or the rule against it. Without `before` the sale is new. */
export function planWrite(
  before: StoredSale | undefined,
  { values, sequence, requestId }: SaleChange,
): Decision<SaleWrite, OpportunityRule> {
  const decision = decideOpportunity(before?.sale, { ...(before?.sale ?? NOTHING_YET), ...values })
  if (!decision.ok) return decision
  const after = decision.value
  const changed = (field: keyof RuleFields) => before?.sale[field] !== after[field]
  const isWon = after.status === 'closed-won'
  // What the CRM has won is won by its agent with the signature.
  const wins =
    isWon && (changed('status') || (changed('contract_signature') && after.contract_signature !== null))
  const moves = changed('status') || changed('lead_id')
  return accept({
    expected: before?.revision,
    sessionId: values.session_id,
    values: before && values.status === undefined ? values : { ...values, status: after.status },
    wins,
    receives: wins || (after.contract_timestamp !== null && changed('contract_timestamp')),
    leadFollows: moves ? after.status : undefined,
    leadId: moves ? after.lead_id : null,
    pushesToCrm: CRM_FIELDS.some(changed),
    call: sequence === undefined ? undefined : { sequence, status: before ? 200 : 201 },
    requestId,
  })
}
