import type { Pounds } from '#domain/kernel/money.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { LeadPriority } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'

/** A household as the CRM knows it, in our words. Null is what the CRM does not know. */
export type CrmLead = {
  contactId: string
  street_address: string
  postcode: string | null
  household_size: number | null
  /** Pounds as numeric text, such as `"1500"`. */
  voucher_value: string | null
  priority: LeadPriority | null
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  notes: string | null
  area: string | null
  /** UTC, ISO 8601. */
  createdAt: string
}

type LeadContact = Pick<
  CrmLead,
  'street_address' | 'postcode' | 'contact_name' | 'contact_email' | 'contact_phone'
>

/** The current state of a sale, all that a push needs. A push sends the state, never a difference. */
export type CrmSale = {
  sessionId: string
  status: OpportunityStatus
  /** The CRM's id of the lead's contact; none for a lead that did not come from the CRM. */
  contactId: string | null
  /** What we know of the lead, for the contact that the CRM is to get when it does not know the lead. */
  lead: LeadContact | null
  location: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  servicePackageName: string | null
  voucherAmount: Pounds
  totalValue: Pounds
  contractSigned: boolean
}

/** A page of leads. `next` resumes after it, also in another process; null on the last. */
export type CrmLeadPage = {
  leads: readonly CrmLead[]
  next: string | null
  /** How many leads the whole pull will tell of, where the CRM says so. */
  total: number | null
}

/** Which leads to tell: those changed at or after `since` (all, when null), from where `after` had come to. */
export type CrmPull = { since: string | null; after: string | null; signal?: AbortSignal }

/** An opportunity as its users see it in the CRM, in our words. Abandoned there is lost here. */
export type CrmOpportunity = {
  opportunityId: string
  contactId: string
  /** Null where it says nothing of a sale: the CRM tells none, or it is among other business (decision 27). */
  status: OpportunityStatus | null
  /** The sale it says it is of, where the CRM keeps that. */
  sessionId: string | null
  /** UTC, ISO 8601. */
  changedAt: string | null
}

/** What went wrong, for code to decide by; people read `message`. */
export type CrmFailureCode =
  | 'auth'
  | 'scope'
  | 'location'
  | 'settings'
  | 'validation'
  | 'conflict'
  | 'not-found'
  | 'rate-limited'
  | 'daily-limit'
  | 'upstream'
  | 'timeout'
  | 'network'

/**
 * Why the CRM did not do it. `later`: nobody's fault, try again. `never`: refused; the same push would be
 * refused again. `message` holds the CRM's own words, never a token.
 */
export type CrmFailure = {
  code: CrmFailureCode
  retry: 'later' | 'never'
  message: string
  status: number | null
  retryAfterMs?: number
}

export type CrmResult<Value> = Result<Value, CrmFailure>

export type CrmCheckResult = { name: string; ok: boolean; detail: string }

/** An opportunity to give up; its id is null when the answer to its creation never arrived. */
export type CrmOpportunityToAbandon = {
  sessionId: string
  contactId: string | null
  opportunityId: string | null
}

/**
 * What we ask of any CRM. An adapter answers expected failures as values and throws only for bugs; every adapter
 * passes `compliance.ts`. Writes may be repeated, and stop when `signal` says so.
 */
export type Crm = {
  readonly provider: 'sandbox' | 'gohighlevel'
  /** Leads in pages, oldest change first; a lead may come twice. Ends after the first failure. */
  pullLeads(pull: CrmPull): AsyncIterable<CrmResult<CrmLeadPage>>
  /** One lead by its contact; null when there is none, or when it is nobody to call on. */
  readLead(contactId: string, signal?: AbortSignal): Promise<CrmResult<CrmLead | null>>
  readOpportunity(opportunityId: string, signal?: AbortSignal): Promise<CrmResult<CrmOpportunity | null>>
  /** Opportunities changed at or after `since`, in pages. Ends after the first failure. */
  listChangedOpportunities(
    since: string,
    signal?: AbortSignal,
  ): AsyncIterable<CrmResult<readonly CrmOpportunity[]>>
  /**
   * Makes sure that the sale has a living opportunity at its contact: the one of an earlier try, an unfinished
   * one of another sale, which is taken over, or a new one. Refuses when the contact was won by another sale.
   * What the sale is beyond open follows by an update.
   */
  createOpportunity(
    sale: CrmSale,
    signal?: AbortSignal,
  ): Promise<CrmResult<{ opportunityId: string; contactId: string }>>
  updateOpportunity(opportunityId: string, sale: CrmSale, signal?: AbortSignal): Promise<CrmResult<void>>
  /** Gives up the opportunity of a sale that went on with another contact; harmless when there is none. */
  abandonOpportunity(given: CrmOpportunityToAbandon, signal?: AbortSignal): Promise<CrmResult<void>>
  checkCredentials(): Promise<CrmCheckResult[]>
  diagnostics(): Promise<CrmCheckResult[]>
}
