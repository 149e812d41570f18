import type { Hold } from '#domain/access/hold.ts'
import type { SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import type { CopyState } from '#domain/copy/copy-state.ts'
import type { Finding } from '#domain/evidence/findings.ts'
import type { Pounds } from '#domain/kernel/money.ts'
import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { VoucherVerdict } from '#domain/premises/verdict.ts'
import type { CustomerNotice, SaleDelivery, SaleTarget } from './back-office.ts'
import type { RegisterSale } from './register.ts'

/** The path of a sale's page, without its session id. */
export const SALES_PAGE = '/admin/sales'

/**
 * What the back office reads about one sale (docs/product 8.7), under `BACK_OFFICE_PATH`, with the public key. An
 * unknown sale gets 404.
 *
 * - `GET /sales/:session_id` returns {@link SaleRecord}
 * - `GET /sales/:session_id/timeline` returns {@link SaleEvent}[], oldest first
 * - `POST /sales/:session_id/outcomes` takes a `NewOutcome` and returns {@link SaleOutcome} (docs/product 23.3)
 * - `PUT /sales/:session_id/outcomes/:id` takes {@link OutcomeMark} and returns the same
 */
export type SaleRecord = {
  sale: RecordedSale
  /** The last day to cancel, as `YYYY-MM-DD`, and when the customer is known to have been informed; null before the signature. */
  cancel: { last_day: string; informed_at: string | null } | null
  /** What was recorded of the signing; null if nothing has arrived. */
  evidence: RecordedEvidence | null
  /** The state of the customer's copy; null until the agreement is signed. */
  copy_state: CopyState | null
  deliveries: Record<SaleTarget, SaleDelivery | null>
  /** Why nothing is sealed at present; null if documents are. */
  seal_reason: string | null
  /** What the customer reported about it, newest first. */
  notices: CustomerNotice[]
  /** The entry of the do-not-knock register that covered the door when the signature arrived; null if no entry did. */
  register: Pick<RegisterSale, 'reason' | 'asked_at' | 'dealt_with_at'> | null
  /** The outcomes after the signature, the latest first, including those that were taken back. */
  outcomes: SaleOutcome[]
}

/** Takes an outcome back, or lets it count again. */
export type OutcomeMark = { taken_back: boolean }

/** A sale as a heading shows it, without ID number and signature. */
export type RecordedSale = {
  session_id: string
  status: OpportunityStatus
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  customer_location: string | null
  service_package_name: string | null
  service_speed: string | null
  service_monthly_price: Pounds | null
  total_value: Pounds | null
  contract_timestamp: string | null
  received_at: string | null
  created_at: string
  /** The phone that made it, with the office's name for it; null if it is not known. */
  phone: { id: string; name: string } | null
  /** The name of its owner; null if it has none. */
  owner: string | null
  /** Why it is held, and since when; null if it is not. */
  held: { hold: Hold; since: string } | null
}

export type RecordedEvidence = {
  received_at: string
  /** How the customer wants the copy. */
  copy: 'email' | 'paper'
  findings: Finding[]
  /** What premises data said about the address, as the agent saw it; null if it was not asked. */
  voucher_verdict: VoucherVerdict | null
  code_expires_at: string
  /**
   * How many events the chain has, and whether each matches its hash and the event before it, as computed for this
   * answer.
   */
  chain: { events: number; is_whole: boolean }
}

/**
 * One event of a sale. Kinds are the types of its chain (docs/product 3.12), the outcomes after the signature (23.1),
 * `outcome-taken-back`, `sale-arrived`, `contract-received` and `delivery-attempted`; a client must expect others.
 */
export type SaleEvent = {
  at: string
  kind: string
  actor: 'customer' | 'agent' | 'office' | 'server'
  /** The office's name for the agent's phone. */
  phone?: string
  /** The name of the sale's owner, only on what the agent did. */
  owner?: string
  /** The id by which to find it in the server's log. */
  request_id?: string
  details: Record<string, unknown>
}
