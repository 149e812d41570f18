import canonicalize from 'canonicalize'
import {
  OPPORTUNITY_TERMS,
  type Opportunity,
  type OpportunityTerms,
} from '#domain/opportunity/opportunity.ts'

/** The header that proves that a sale is stored: `sha256=<hex>` over its receipt payload in UTF-8. */
export const RECEIPT_HEADER = 'receipt'

/**
 * Returns the text that a receipt hashes: the canonical JSON (RFC 8785) of the session id and every signed term, with
 * the types of the wire. Phone and server each make it from what they have stored.
 */
export function receiptPayload(sale: Pick<Opportunity, 'session_id'> & OpportunityTerms): string {
  const terms = OPPORTUNITY_TERMS.map((term) => [term, sale[term]] as const)
  return canonicalize({ session_id: sale.session_id, ...Object.fromEntries(terms) }) as string
}
