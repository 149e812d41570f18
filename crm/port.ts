import type { Pounds } from '#domain/kernel/money.ts'
import type { Lead } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'

/** A household as the CRM knows it, in our words. */
export type CrmLead = Pick<
  Lead,
  | 'street_address'
  | 'postcode'
  | 'household_size'
  | 'voucher_value'
  | 'priority'
  | 'contact_name'
  | 'contact_phone'
  | 'contact_email'
  | 'notes'
  | 'area'
> & { contactId: string; createdAt: string }

/** The current state of a sale, all that a push needs. A push sends the state, never a difference. */
export type CrmSale = {
  sessionId: string
  status: OpportunityStatus
  /** The CRM's id of the lead's contact; none for a lead that did not come from the CRM. */
  contactId: string | null
  location: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  servicePackageName: string | null
  voucherAmount: Pounds
  totalValue: Pounds
  contractSigned: boolean
}

/**
 * Why the CRM did not do it. `later`: nobody's fault, try again. `never`: refused; the same push would be
 * refused again. `message` holds the CRM's own words, never a token.
 */
export type CrmFailure = {
  retry: 'later' | 'never'
  message: string
  status: number | null
  retryAfterMs?: number
}

export type CrmResult<Value> = { ok: true; value: Value } | { ok: false; failure: CrmFailure }

export type CrmCheckResult = { name: string; ok: boolean; detail: string }

/**
 * What we ask of any CRM. An adapter answers expected failures as values and throws only for bugs; every adapter
 * passes `compliance.ts`.
 */
export type Crm = {
  readonly provider: 'sandbox' | 'gohighlevel'
  /** All leads, in pages, oldest change first. Ends after the first failure. */
  pullLeads(): AsyncIterable<CrmResult<readonly CrmLead[]>>
  /** Creates the sale's opportunity, or adopts the one that an earlier try has created. */
  createOpportunity(sale: CrmSale): Promise<CrmResult<{ opportunityId: string }>>
  updateOpportunity(opportunityId: string, sale: CrmSale): Promise<CrmResult<void>>
  /** Gives an opportunity up whose sale went on with another contact. */
  abandonOpportunity(opportunityId: string): Promise<CrmResult<void>>
  checkCredentials(): Promise<CrmCheckResult[]>
  diagnostics(): Promise<CrmCheckResult[]>
}
