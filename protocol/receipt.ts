import canonicalize from 'canonicalize'
import {
  OPPORTUNITY_TERMS,
  type Opportunity,
  type OpportunityTerms,
} from '#domain/opportunity/opportunity.ts'

/** The header that proves a stored sale: `sha256=<hex>` over its receipt payload in UTF-8. */
export const RECEIPT_HEADER = 'receipt'

/**
 * What a receipt is the hash of: the canonical JSON (RFC 8785) of the session id and every signed term, in the
 * types of the wire. Phone and server work it out from what each of them has stored.
 */
export function receiptPayload(sale: Pick<Opportunity, 'session_id'> & OpportunityTerms): string {
  const terms = OPPORTUNITY_TERMS.map((term) => [term, sale[term]] as const)
  return canonicalize({ session_id: sale.session_id, ...Object.fromEntries(terms) }) as string
}
