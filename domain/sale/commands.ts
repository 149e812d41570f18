import type { Choices } from '../agreement/choices.ts'
import type { PackageId } from '../catalog/packages.ts'
import type { Signature } from '../contract/signature.ts'
import type { Verdict } from '../eligibility/eligibility.ts'
import type { SigningRecord } from '../evidence/evidence.ts'
import type { Pounds } from '../kernel/money.ts'
import type { Lead, LeadStatus } from '../lead/lead.ts'
import type { VoucherVerdict } from '../premises/verdict.ts'
import type { CopyWay, Customer } from './sale.ts'

/** The agreement is on the screen. The sale keeps the first moment and the first nonce. */
type SeeAgreement = {
  type: 'see-agreement'
  at: string
  /** Whether its end is on the screen too. */
  toEnd: boolean
  /** 16 random bytes in base64url. */
  nonce: string
  /**
   * The parts of the agreement that do not come from the sale: the template, the company, and the address for
   * cancelling.
   */
  frame: string
}

/**
 * Submits the order. The lead's current status is included if the phone is online; a sale signed offline is never
 * refused because of its lead.
 */
type SubmitOrder = {
  type: 'submit-order'
  image: string
  at: string
  leadStatus?: LeadStatus | undefined
  /** What the phone recorded of the signing, if it can hash. */
  signing?: SigningRecord | undefined
}

type ApplyVerdict = {
  type: 'apply-verdict'
  address: string
  verdict: Verdict
  /** What premises data said about the address, if the verdict came from it. */
  voucherVerdict?: VoucherVerdict | null
  /** Whether the address is on the register, so that agents must not call there. */
  isOnRegister?: boolean
}

/** The agent has given the customer a copy. Only the first time in each way counts. */
type GiveCopy = {
  type: 'give-copy'
  way: CopyWay
  at: string
  /** The number printed on the paper; blank if it has none. */
  number?: string
}

/** Every command that a sale accepts. Moments come from the caller, as UTC ISO 8601. */
export type Command =
  | { type: 'select-lead'; lead: Lead; localArea: string }
  | ApplyVerdict
  /**
   * `status` is the lead's present status; if it is not known, the status at selection counts. `isOnRegister`: agents
   * must not call there.
   */
  | { type: 'continue-with-lead'; status?: LeadStatus | undefined; isOnRegister?: boolean | undefined }
  | { type: 'choose-package'; packageId: PackageId }
  | { type: 'set-discount'; discount: Pounds }
  | { type: 'continue-to-contract' }
  | { type: 'enter-customer'; field: keyof Customer; value: string }
  | { type: 'confirm-customer' }
  | SeeAgreement
  | { type: 'choose'; choices: Choices }
  | { type: 'sign'; signature: Signature | null }
  | SubmitOrder
  | GiveCopy
  | { type: 'back' }
  | { type: 'start-new-sale'; sessionId: string }

/** What has happened to a sale, in the past tense. Calls to the server, toasts and tests are derived from facts. */
export type Fact =
  | { type: 'location-set'; first: boolean }
  | { type: 'service-chosen' }
  | { type: 'details-prefilled' }
  | { type: 'customer-entered' }
  | { type: 'contract-signed' }
  | { type: 'copy-given'; way: CopyWay }

/** Why a sale refuses a command; docs/product 5 has the sentences. */
export type SaleRule =
  | 'lead-required'
  | 'lead-already-sold'
  | 'do-not-knock'
  | 'not-eligible'
  | 'package-required'
  | 'customer-incomplete'
  | 'signature-required'
  | 'paper-number'
  | 'wrong-step'
  | 'already-submitted'
