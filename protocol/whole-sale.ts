import {
  OPPORTUNITY_TERMS,
  type Opportunity,
  type OpportunityTerms,
} from '#domain/opportunity/opportunity.ts'
import type { Sale } from '#domain/sale/sale.ts'
import {
  anotherPlace,
  closing,
  contract,
  copyGiven,
  create,
  customerFields,
  evidence,
  placeVoucherAndService,
  type SaleCall,
} from './sale-calls.ts'

/** Returns the terms as the phone has them, for the hash that the server's receipt must equal. */
export function termsOf(sale: Sale): Pick<Opportunity, 'session_id'> & OpportunityTerms {
  const nothing = Object.fromEntries(OPPORTUNITY_TERMS.map((term) => [term, null]))
  const stored = {
    ...nothing,
    ...placeVoucherAndService(sale),
    ...customerFields(sale.customer),
    ...contract(sale),
  }
  return { ...(stored as OpportunityTerms), session_id: sale.sessionId }
}

/** Returns calls that restore the sale on a server that has lost it, if the phone no longer has the original calls. */
export function callsToRebuild(sale: Sale): SaleCall[] {
  const { sessionId } = sale
  const update = (sequence: number, body: Partial<Opportunity>): SaleCall => ({
    kind: 'update-opportunity',
    sessionId,
    sequence,
    body,
  })
  const entered = anotherPlace(sale)
  const records = [...evidence(sale), ...copyGiven(sale, 'paper'), ...copyGiven(sale, 'shared')]
  // Among the original calls, the closing call, its report and these records are the last.
  const closingAt = Math.max(sale.calls - records.length - 1, 3)
  return [
    { ...create(sale), sessionId, sequence: 1 } as SaleCall,
    update(2, sale.service ? { ...entered, status: 'qualified' } : entered),
    ...(sale.contract ? [update(closingAt, closing(sale))] : []),
    ...records.map((record, index) => ({ ...record, sessionId, sequence: closingAt + 2 + index })),
  ]
}
