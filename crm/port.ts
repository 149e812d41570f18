import type { Pounds } from '#domain/kernel/money.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { LeadPriority } from '#domain/lead/lead.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { ContactEntry, EntryKind } from '#domain/street/contact-entries.ts'

/** A household as the CRM knows it, in our words. Null means that the CRM does not know the value. */
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
  /** Whether the contact has the tag `do-not-knock`; undefined if the CRM does not say. */
  doNotKnock?: boolean | undefined
  /** UTC, ISO 8601. */
  createdAt: string
}

type LeadContact = Pick<
  CrmLead,
  'street_address' | 'postcode' | 'contact_name' | 'contact_email' | 'contact_phone'
>

/** The current state of a sale: everything that a push needs. A push sends the whole state, never a difference. */
export type CrmSale = {
  sessionId: string
  status: OpportunityStatus
  /** The CRM's id of the lead's contact; null if the lead did not come from the CRM. */
  contactId: string | null
  /** What we know about the lead. If the CRM does not know it, we create its contact from this. */
  lead: LeadContact | null
  location: string | null
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  servicePackageName: string | null
  voucherAmount: Pounds
  totalValue: Pounds
  contractSigned: boolean
  /** Whether the customer has cancelled the sale. A cancellation does not change the status. */
  cancelled: boolean
}

/** A page of leads. `next` resumes after it, even in another process; null on the last page. */
export type CrmLeadPage = {
  leads: readonly CrmLead[]
  next: string | null
  /** How many leads the whole pull will return; null if the CRM does not say. */
  total: number | null
}

/**
 * Which leads to pull: those changed at or after `since`, or all if it is null. `after` is the `next` of the page after
 * which to resume.
 */
export type CrmPull = { since: string | null; after: string | null; signal?: AbortSignal }

/** An opportunity of the CRM in our words. One that is abandoned there is `closed-lost` here. */
export type CrmOpportunity = {
  opportunityId: string
  contactId: string
  /** Null if it says nothing about a sale: it is missing or unknown, or belongs to another pipeline (decision 27). */
  status: OpportunityStatus | null
  /** The sale to which it belongs, if the CRM stores that. */
  sessionId: string | null
  /** UTC, ISO 8601. */
  changedAt: string | null
}

/** What went wrong. Code branches on this; people read `message`. */
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
 * Why a call failed. `later`: temporary, try again. `never`: the same push would be refused again. `message` holds
 * the CRM's own words, never a token.
 */
export type CrmFailure = {
  code: CrmFailureCode
  retry: 'later' | 'never'
  message: string
  status: number | null
  retryAfterMs?: number
}

export type CrmResult<Value> = Result<Value, CrmFailure>

/** A sale's records in the CRM. */
export type RecordIds = { opportunityId: string; contactId: string }

export type CrmCheckResult = { name: string; ok: boolean; detail: string }

/** An opportunity to abandon; its id is null if the response to its creation never arrived. */
export type CrmOpportunityToAbandon = {
  sessionId: string
  contactId: string | null
  opportunityId: string | null
}

/**
 * The tags, notes and tasks that visits leave at a contact. Each call handles one of them, and changes nothing else of
 * the contact. If there is no such contact, `find` fails as `not-found`, and `create` fails permanently. Adding a tag
 * twice does no harm. Creating a note or task twice may leave two, so `find` it first if an earlier try may have
 * created it.
 */
export type CrmContactEntries = {
  /** Returns the id of the entry (for a tag, the tag itself), or null if the contact does not have it. */
  find(
    contactId: string,
    entry: Pick<ContactEntry, 'kind' | 'key'>,
    signal?: AbortSignal,
  ): Promise<CrmResult<string | null>>
  /** Returns the id. */
  create(contactId: string, entry: ContactEntry, signal?: AbortSignal): Promise<CrmResult<string>>
  /** Removes an entry by its id. Succeeds if it is already gone. */
  remove(
    contactId: string,
    entry: { kind: EntryKind; id: string },
    signal?: AbortSignal,
  ): Promise<CrmResult<void>>
  /** Marks a task as done or open. Succeeds if it is gone, because a user of the CRM may delete it. */
  markTask(
    contactId: string,
    task: { id: string; isDone: boolean },
    signal?: AbortSignal,
  ): Promise<CrmResult<void>>
}

/**
 * What we need from any CRM. An adapter returns expected failures as values and throws only for bugs; every adapter
 * must pass the tests of `compliance`. Repeating a write does no harm. If `signal` is aborted, a call stops early.
 */
export type Crm = {
  readonly provider: 'sandbox' | 'gohighlevel'
  /** How long its searches and lists may lag behind a write. */
  readonly catchesUpMs: number
  /** Yields leads in pages, oldest change first. A lead may appear twice. Ends after the first failure. */
  pullLeads(pull: CrmPull): AsyncIterable<CrmResult<CrmLeadPage>>
  /** Returns the lead of a contact; null if there is no such contact, or if it is not a lead. */
  readLead(contactId: string, signal?: AbortSignal): Promise<CrmResult<CrmLead | null>>
  readOpportunity(opportunityId: string, signal?: AbortSignal): Promise<CrmResult<CrmOpportunity | null>>
  /** Yields the opportunities changed at or after `since`, in pages. Ends after the first failure. */
  listChangedOpportunities(
    since: string,
    signal?: AbortSignal,
  ): AsyncIterable<CrmResult<readonly CrmOpportunity[]>>
  /**
   * Ensures that the sale has an open or won opportunity at its contact: the one from an earlier try, an unfinished
   * one taken over from another sale, or a new one. Refuses if another sale has won the contact. A new opportunity is
   * open; send an update for anything beyond that. If the sale has no contact, an adapter may choose one by the
   * customer's details. It then calls `onContact` before it creates the opportunity, because a retry with other
   * details would choose another contact.
   */
  createOpportunity(
    sale: CrmSale,
    signal?: AbortSignal,
    onContact?: (contactId: string) => Promise<void>,
  ): Promise<CrmResult<RecordIds>>
  updateOpportunity(opportunityId: string, sale: CrmSale, signal?: AbortSignal): Promise<CrmResult<void>>
  /** Abandons the opportunity of a sale that moved to another contact, if it has one. */
  abandonOpportunity(given: CrmOpportunityToAbandon, signal?: AbortSignal): Promise<CrmResult<void>>
  readonly entries: CrmContactEntries
  checkCredentials(): Promise<CrmCheckResult[]>
  diagnostics(): Promise<CrmCheckResult[]>
}
