import type { Hold } from '#domain/access/hold.ts'
import { accept, type Decision } from '#domain/kernel/refusal.ts'
import { type AgentFields, NOTHING_YET, OPPORTUNITY_TERMS } from '#domain/opportunity/opportunity.ts'
import { decideOpportunity, type OpportunityRule } from '#domain/opportunity/rules.ts'
import type { StoredSale } from './opportunities.queries.ts'
import type { SaleWrite } from './write-sales.queries.ts'

/** The fields of a sale that the CRM sees. If one of them changes, the CRM must be updated. */
const CRM_FIELDS = [
  'status',
  'lead_id',
  'total_value',
  'voucher_amount',
  ...OPPORTUNITY_TERMS,
] as const satisfies readonly (keyof AgentFields)[]

type SaleValues = Partial<AgentFields> & { session_id: string }

/**
 * The values to write. `sequence` is the number of the call within its sale and makes a repeat harmless. `follows` is
 * the number of the previous write, which must already be applied.
 */
export type SaleChange = {
  values: SaleValues
  sequence?: number | undefined
  follows?: number | undefined
  /** True if the phone already has the signature, which follows in a later call. */
  isSigned?: boolean
  /** The phone and the person that make a new sale, if known. */
  phone?: string | undefined
  owner?: string | undefined
  /** The reason why the sale is accepted but held, if it is. */
  hold?: Hold | undefined
  requestId?: string | undefined
}

/** Returns the write for these values, or the rule that refuses it. Without `before` the sale is new. */
export function planWrite(
  before: StoredSale | undefined,
  { values, sequence, phone, owner, hold, requestId }: SaleChange,
): Decision<SaleWrite, OpportunityRule> {
  const decision = decideOpportunity(before?.sale, { ...(before?.sale ?? NOTHING_YET), ...values })
  if (!decision.ok) return decision
  const after = decision.value
  const changed = (field: keyof AgentFields) => before?.sale[field] !== after[field]
  const isWon = after.status === 'closed-won'
  // Even if the CRM has won the sale, its agent wins it with the signature.
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
    leadId: moves || wins ? after.lead_id : null,
    pushesToCrm: CRM_FIELDS.some(changed),
    call: sequence === undefined ? undefined : { sequence, status: before ? 200 : 201 },
    phone,
    owner,
    hold,
    requestId,
  })
}
