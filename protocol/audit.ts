/**
 * The acts of the office and operators, under `BACK_OFFICE_PATH`, with the public key (docs/product 25).
 *
 * - `GET /audit?verb=&session_id=&from=&to=&limit=&before=` returns {@link AuditPage}, the latest first
 * - `GET /audit.csv?verb=&session_id=&from=&to=` returns the acts found as CSV
 */
export const AUDIT_PATH = '/audit'
export const AUDIT_FILE_PATH = '/audit.csv'

/** The page that shows it. */
export const AUDIT_PAGE = '/admin/audit'

/** The max number of acts in one response. */
export const MAX_ACTS_LISTED = 200

/** Every kind of act that is recorded. A new verb needs words on the screen; the compiler asks for them. */
export const VERBS = [
  'deliveries-retried',
  'report-corrected',
  'customer-corrected',
  'dealt-with',
  'opened-again',
  'outcome-recorded',
  'outcome-taken-back',
  'outcome-restored',
  'code-revoked',
  'code-renewed',
  'copy-sent-again',
  'document-downloaded',
  'sales-exported',
  'leads-imported',
  'leads-exported',
  'lead-pull-stopped',
  'door-closed',
  'door-opened',
  'register-exported',
  'areas-saved',
  'area-deleted',
  'data-imported',
  'data-dropped',
  'phone-renamed',
  'person-erased',
  'audit-exported',
  'signed-in',
  'person-invited',
  'person-changed',
  'phone-enrolled',
  'phone-suspended',
  'phone-resumed',
  'phone-wipe-asked',
  'phone-wiped',
  'token-made',
  'token-revoked',
  'sale-released',
] as const
export type Verb = (typeof VERBS)[number]

/** `office`: a call with the public key alone. `operator`: a command of `npx doorstep`. */
export const ACTORS = ['office', 'operator', 'person', 'token'] as const
export type Actor = (typeof ACTORS)[number]

/** Counts, states and the names of fields: never anything personal. */
export type ActDetails = Record<string, string | number | boolean | null>

/** One act. `object_id` names what it concerned besides a sale: a delivery, an entry, a version, an area, a phone, a person or a token. */
export type ActListed = {
  id: number
  at: string
  actor: Actor
  /** The name of the person or token; null for the others. */
  actor_name: string | null
  verb: Verb
  object_id: string | null
  /**
   * The present name of the person, phone or token in `object_id`. For an export of sales, the person or phone whose
   * sales were exported. Null for anything else.
   */
  object_name: string | null
  session_id: string | null
  details: ActDetails
  /** The id by which to find it in the server's log; null for a command. */
  request_id: string | null
}

/** What to find; an empty field matches anything. `from` and `to` are days in London, both included. */
export type AuditSearch = { verb: Verb | ''; session_id: string; from: string; to: string }

/** `next` is the `before` of the next page; null at the end. */
export type AuditPage = { acts: ActListed[]; next: number | null }
