import { type Choices, FIRST_CHOICES } from '../agreement/choices.ts'
import type { PackageId } from '../catalog/packages.ts'
import type { Signature } from '../contract/signature.ts'
import type { SigningRecord } from '../evidence/evidence.ts'
import type { Pounds } from '../kernel/money.ts'
import type { Lead } from '../lead/lead.ts'
import type { VoucherVerdict } from '../premises/verdict.ts'

export const STEPS = [1, 2, 3, 4, 5] as const
export type Step = (typeof STEPS)[number]

/** What a sale keeps of its lead, so that it can continue without the list. */
export type SaleLead = Pick<
  Lead,
  'id' | 'street_address' | 'postcode' | 'status' | 'contact_name' | 'contact_phone' | 'contact_email'
>

export type Customer = {
  firstName: string
  lastName: string
  email: string
  phone: string
  idNumber: string
}

/** What the agent entered for one household, and the part that was confirmed. */
export type Entries = { customer: Customer; confirmed: Customer | null }

export type CustomerLocation = { address: string; leadId: string | null }
export type Eligibility = { eligible: boolean; voucherAmount: Pounds; scheme: string }
export type Service = {
  packageId: PackageId
  packageName: string
  speed: string
  monthlyPrice: Pounds
  installationPrice: Pounds
  customerDiscount: Pounds
  voucherAmount: Pounds
}
/** The signed contract: the image as a PNG data URL, the moment as UTC ISO 8601. */
export type Contract = { signature: string; timestamp: string; ipAddress: string }
/** How an agent gives the customer a copy at the door: on paper, or as a file to a device nearby. */
export type CopyWay = 'paper' | 'shared'

/** The recorded contract IP is a placeholder, never an address (docs/product 6.6). */
export const CONTRACT_IP_PLACEHOLDER = '0.0.0.0'

/** An unfinished or signed sale as the phone keeps it (docs/product 3.6). */
export type Sale = {
  sessionId: string
  step: Step
  lead: SaleLead | null
  customerLocation: CustomerLocation | null
  eligibility: Eligibility | null
  /** What premises data said about this address, as the agent saw it. Null or absent if it was not asked. */
  voucherVerdict?: VoucherVerdict | null
  service: Service | null
  customer: Customer
  /**
   * The customer as confirmed at the end of step 3. Other systems receive only this. Absent in a sale that an older
   * release of the app saved, so read it with `confirmedCustomer`.
   */
  confirmed?: Customer | null
  /** What the agent entered for other households before choosing this one, keyed by `householdOf`. Absent as above. */
  otherHouseholds?: Readonly<Record<string, Entries>>
  signature: Signature | null
  /** Whether the customer must sign again, because the agreement changed and voided the signature. Absent as above. */
  mustSignAgain?: boolean
  /** What the customer chose on step 4; null or absent until then. Read it with `choicesOf`. */
  choices?: Choices | null
  /** 16 random bytes in base64url for the hash of the agreement; absent until it was shown. */
  nonce?: string
  /** The parts of the agreement that do not come from the sale, as they were shown; absent until then. */
  agreementFrame?: string
  /** When the agreement in its present wording was first on the screen, as UTC ISO 8601. Absent as above. */
  agreementShownAt?: string | null
  /** When the end of the agreement was first on the screen, as UTC ISO 8601. Absent as above. */
  agreementSeenAt?: string | null
  contract: Contract | null
  /**
   * What the phone recorded of the signing. Absent before it, in a sale of an older release, and if the browser cannot
   * hash (a page without TLS outside localhost).
   */
  signing?: SigningRecord | undefined
  /** When the agent first gave the customer a copy in each way, as UTC ISO 8601. Absent until then. */
  copiesGiven?: Readonly<Partial<Record<CopyWay, string>>>
  /** The number printed on the paper that the agent gave. Absent if it has none. */
  paperNumber?: string
  /** Whether the first step was ever finished, so that the opportunity exists. */
  opened: boolean
  /** The number of calls made so far, from which the next one is numbered. */
  calls: number
}

export const NO_CUSTOMER: Customer = { firstName: '', lastName: '', email: '', phone: '', idNumber: '' }

/** Returns a new sale on step 1. */
export function newSale(sessionId: string): Sale {
  return {
    sessionId,
    step: 1,
    lead: null,
    customerLocation: null,
    eligibility: null,
    service: null,
    customer: NO_CUSTOMER,
    confirmed: null,
    otherHouseholds: {},
    signature: null,
    agreementSeenAt: null,
    contract: null,
    opened: false,
    calls: 0,
  }
}

/** Returns whether a reload would lose something that was entered. */
export const isDirty = (sale: Sale) => sale.contract === null && (sale.lead !== null || sale.opened)

/** Returns the customer as confirmed at the end of step 3; null if this household was never confirmed. */
export const confirmedCustomer = ({ step, customer, confirmed }: Sale): Customer | null =>
  confirmed === undefined ? (step > 3 ? customer : null) : confirmed

export const choicesOf = ({ choices }: Pick<Sale, 'choices'>): Choices => choices ?? FIRST_CHOICES

/** Returns whether no field of a customer is blank: all five are required (docs/product 5.4). */
export const isCustomerComplete = (customer: Customer): boolean =>
  Object.values(customer).every((value) => value.trim() !== '')

/** Returns first and last name as one text, without blanks around them. */
export const customerName = ({ firstName, lastName }: Customer) =>
  `${firstName.trim()} ${lastName.trim()}`.trim()
