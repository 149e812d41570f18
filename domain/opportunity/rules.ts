import { totalValue } from '../catalog/pricing.ts'
import { isSignatureImage } from '../contract/signature.ts'
import { accept, type Decision, refuse } from '../kernel/refusal.ts'
import type { LeadStatus } from '../lead/lead.ts'
import { type AgentFields, OPPORTUNITY_TERMS } from './opportunity.ts'
import { movesBack, OPPORTUNITY_STATUSES } from './status.ts'

/**
 * The rules that a change to a sale must not break (docs/product 5.6). The database repeats all but the last two as
 * constraints or triggers with the same names (5.7).
 */
export type OpportunityRule =
  | 'status_is_known'
  | 'status_never_moves_back'
  | 'lost_is_set_by_the_crm'
  | 'won_needs_a_signature'
  | 'signed_terms_are_sealed'
  | 'amounts_are_not_negative'
  | 'discount_within_voucher'
  | 'total_adds_up'
  | 'lead_is_not_won'
  | 'lead_is_not_on_register'

/** The sentence of each rule, for people. */
export const RULE_SENTENCES: Record<OpportunityRule, string> = {
  status_is_known: `The status of a sale is one of ${OPPORTUNITY_STATUSES.join(', ')}.`,
  status_never_moves_back: 'The status of a sale never moves back.',
  lost_is_set_by_the_crm: 'Only the CRM can close a sale as lost.',
  won_needs_a_signature: 'A sale is won only with a signature (an image data URL).',
  signed_terms_are_sealed: 'What was signed cannot be changed.',
  amounts_are_not_negative: 'Prices and vouchers cannot be negative.',
  discount_within_voucher: 'The discount must be between 0 and the voucher amount.',
  total_adds_up: 'The total must be monthly price + installation price - discount.',
  lead_is_not_won: 'This lead was won before, so no other sale can be started for it.',
  lead_is_not_on_register: 'Do not knock: This household asked not to be called on',
}

/**
 * Decides whether an agent may turn `before` (undefined for a new sale) into `wanted`, and returns the resulting
 * fields. A sale that the CRM has closed stays closed until its agent sends the signature.
 */
export function decideOpportunity(
  before: AgentFields | undefined,
  wanted: AgentFields,
): Decision<AgentFields, OpportunityRule> {
  const staysClosed = before && isClosedByCrm(before) && wanted.status === 'qualified'
  const after = staysClosed ? { ...wanted, status: before.status } : wanted
  const broken = brokenRule(before, after)
  return broken ? refuse(broken, RULE_SENTENCES[broken]) : accept(after)
}

/** Decides whether a sale without a signature may be started for a lead of this status (docs/product 4.10). */
export const decideLeadOfNewSale = (lead: LeadStatus | undefined): Decision<true, OpportunityRule> =>
  lead === 'closed-won' ? refuseRule('lead_is_not_won') : accept(true)

/** Decides whether a sale without a signature may be started at a door (docs/product 16.2). */
export const decideDoorOfNewSale = (isOnRegister: boolean): Decision<true, OpportunityRule> =>
  isOnRegister ? refuseRule('lead_is_not_on_register') : accept(true)

const refuseRule = (rule: OpportunityRule) => refuse(rule, RULE_SENTENCES[rule])

const isWonUnsigned = ({ status, contract_signature }: AgentFields) =>
  status === 'closed-won' && !isSignatureImage(contract_signature)

/**
 * Returns whether a change brings a signature that is not an image. A value that was stored before the CRM won the sale
 * does not count, because it was never accepted as a signature.
 */
const isSignedWithoutImage = (before: AgentFields, { contract_signature }: AgentFields) =>
  contract_signature !== null &&
  contract_signature !== before.contract_signature &&
  !isSignatureImage(contract_signature)

const isClosedByCrm = (sale: AgentFields) => sale.status === 'closed-lost' || isWonUnsigned(sale)

function brokenRule(before: AgentFields | undefined, after: AgentFields): OpportunityRule | undefined {
  if (!OPPORTUNITY_STATUSES.includes(after.status)) return 'status_is_known'
  if (after.status === 'closed-lost' && before?.status !== 'closed-lost') return 'lost_is_set_by_the_crm'
  if (before && movesBack(before.status, after.status)) return 'status_never_moves_back'
  if (before && isWonUnsigned(before))
    return isSignedWithoutImage(before, after) ? 'won_needs_a_signature' : brokenPriceRule(after)
  if (isWonUnsigned(after)) return 'won_needs_a_signature'
  if (before?.status === 'closed-won' && changesTerms(before, after)) return 'signed_terms_are_sealed'
  return brokenPriceRule(after)
}

/** The columns that a signature seals: the terms, and the columns from which they follow. */
export const SEALED_COLUMNS = [
  ...OPPORTUNITY_TERMS,
  'lead_id',
  'voucher_amount',
  'total_value',
  'eligibility_status',
  'eligibility_scheme',
] as const satisfies readonly (keyof AgentFields)[]

const changesTerms = (before: AgentFields, after: AgentFields) =>
  SEALED_COLUMNS.some((field) => before[field] !== after[field])

function brokenPriceRule(sale: AgentFields): OpportunityRule | undefined {
  const { service_monthly_price: monthlyPrice, service_installation_price: installationPrice } = sale
  const customerDiscount = sale.customer_discount ?? 0
  const voucherAmount = sale.voucher_amount ?? 0
  if ([monthlyPrice, installationPrice, voucherAmount].some((amount) => amount !== null && amount < 0)) {
    return 'amounts_are_not_negative'
  }
  if (customerDiscount < 0 || customerDiscount > voucherAmount) return 'discount_within_voucher'
  if (sale.total_value === null || monthlyPrice === null || installationPrice === null) return undefined
  const total = totalValue({ monthlyPrice, installationPrice, customerDiscount })
  return sale.total_value === total ? undefined : 'total_adds_up'
}
