import { type BroadbandPackage, findPackage } from '../catalog/packages.ts'
import { discountWithinVoucher } from '../catalog/pricing.ts'
import { isSignatureImage, isSigned } from '../contract/signature.ts'
import { isPaperNumberOrBlank, PAPER_NUMBER_RULE } from '../copy/paper-number.ts'
import { LEAD_SCHEME } from '../eligibility/eligibility.ts'
import { accept, type Decision, type Refusal, refuse } from '../kernel/refusal.ts'
import { storableText } from '../kernel/storable-text.ts'
import { isSold, locationOf, voucherOf } from '../lead/lead.ts'
import type { Command, Fact, SaleRule } from './commands.ts'
import { moveTo } from './household.ts'
import { prefill } from './prefill.ts'
import {
  CONTRACT_IP_PLACEHOLDER,
  customerName,
  isCustomerComplete,
  newSale,
  type Sale,
  type Step,
} from './sale.ts'

export type Outcome = { sale: Sale; facts: Fact[] }
type SaleDecision = Decision<Outcome, SaleRule>

/**
 * Decides what a command does to an unfinished sale, or why it is refused. The server decides separately what it stores
 * (`decideOpportunity`).
 */
export function applyCommand(sale: Sale, command: Command): SaleDecision {
  if (command.type === 'start-new-sale') return done(newSale(command.sessionId))
  const decision = decide(sale, command)
  if (!decision.ok || agreementOf(decision.value.sale) === agreementOf(sale)) return decision
  return done(voidSignature(decision.value.sale), ...decision.value.facts)
}

/**
 * Returns everything that the customer signs, from which `agreementFacts` is made. If any of it changes, the signature
 * no longer applies.
 */
const agreementOf = (sale: Sale) =>
  JSON.stringify([
    customerName(sale.customer),
    sale.customer.email.trim(),
    sale.customerLocation,
    sale.service,
    sale.choices,
  ])

const voidSignature = (sale: Sale): Sale => ({
  ...sale,
  mustSignAgain: sale.mustSignAgain || isSigned(sale.signature ?? undefined),
  signature: null,
  agreementShownAt: null,
  agreementSeenAt: null,
})

function decide(sale: Sale, command: Exclude<Command, { type: 'start-new-sale' }>): SaleDecision {
  if (command.type === 'give-copy') return giveCopy(sale, command)
  if (sale.contract)
    return refuse('already-submitted', 'This order is submitted. Start a new sale to continue.')
  if (sale.step > (LAST_STEP[command.type] ?? sale.step)) return wrongStep()
  switch (command.type) {
    case 'select-lead':
      return selectLead(sale, command)
    case 'apply-verdict':
      return applyVerdict(sale, command)
    case 'continue-with-lead':
      return sale.step === 1 ? continueWithLead(sale, command) : wrongStep()
    case 'choose-package':
      return choosePackage(sale, command.packageId)
    case 'set-discount':
      return setDiscount(sale, command.discount)
    case 'continue-to-contract':
      return sale.step === 2 ? continueToContract(sale) : wrongStep()
    case 'enter-customer':
      return enterCustomer(sale, command)
    case 'confirm-customer':
      return sale.step === 3 ? confirmCustomer(sale) : wrongStep()
    case 'see-agreement':
      return sale.step === 4 ? seeAgreement(sale, command) : wrongStep()
    case 'choose':
      return sale.step === 4 ? done({ ...sale, choices: command.choices }) : wrongStep()
    case 'sign':
      return done({ ...sale, signature: command.signature, mustSignAgain: false })
    case 'submit-order':
      return sale.step === 4 ? submitOrder(sale, command) : wrongStep()
    case 'back':
      return done({ ...sale, step: Math.max(1, sale.step - 1) as Step })
  }
}

/** The last step on which a command is accepted. To change something later, the agent goes back. */
const LAST_STEP: Partial<Record<Command['type'], Step>> = {
  'select-lead': 1,
  'apply-verdict': 1,
  'choose-package': 2,
  'set-discount': 2,
  'enter-customer': 3,
}

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

const done = (sale: Sale, ...facts: Fact[]): SaleDecision => accept({ sale, facts })

const wrongStep = () => refuse('wrong-step', 'The sale is on another step.')

/** The toast for each refusal of a step, as title and text (docs/product 5). */
export const REFUSALS = {
  leadRequired: refuse('lead-required', 'Lead required: Please select a lead to continue'),
  leadAlreadySold: refuse('lead-already-sold', 'Already sold: This lead was won before'),
  doNotKnock: refuse('do-not-knock', 'Do not knock: This household asked not to be called on'),
  notEligible: refuse('not-eligible', 'Cannot proceed: Customer is not eligible for voucher'),
  packageRequired: refuse(
    'package-required',
    'Please select a package: Choose a broadband package to continue',
  ),
  customerIncomplete: refuse(
    'customer-incomplete',
    'Missing information: Please fill in all required fields',
  ),
  signatureRequired: refuse(
    'signature-required',
    "Signature required: Please capture the customer's signature",
  ),
} satisfies Record<string, { ok: false; failure: Refusal<SaleRule> }>

function selectLead(sale: Sale, { lead, localArea }: CommandOf<'select-lead'>): SaleDecision {
  const { id, street_address, postcode, status, contact_name, contact_phone, contact_email } = lead
  const selected: Sale = {
    ...moveTo(sale, { address: locationOf(lead, localArea), leadId: id }),
    lead: { id, street_address, postcode, status, contact_name, contact_phone, contact_email },
    eligibility: { eligible: true, voucherAmount: voucherOf(lead), scheme: LEAD_SCHEME },
    voucherVerdict: null,
  }
  return done(withVoucher(selected))
}

function applyVerdict(
  sale: Sale,
  { address, verdict, voucherVerdict = null, isOnRegister }: CommandOf<'apply-verdict'>,
): SaleDecision {
  if (!verdict.eligible) return REFUSALS.notEligible
  if (isOnRegister) return REFUSALS.doNotKnock
  const { voucherAmount, scheme } = verdict
  const checked: Sale = {
    ...moveTo(sale, { address: storableText(address).trim(), leadId: sale.lead?.id ?? null }),
    eligibility: { eligible: true, voucherAmount, scheme },
    voucherVerdict,
  }
  return done(withVoucher(checked))
}

/** Applies the voucher of the sale's present place to a package that was chosen earlier. */
function withVoucher(sale: Sale): Sale {
  if (!sale.service) return sale
  const voucherAmount = sale.eligibility?.voucherAmount ?? 0
  const customerDiscount = discountWithinVoucher(sale.service.customerDiscount, voucherAmount)
  return { ...sale, service: { ...sale.service, voucherAmount, customerDiscount } }
}

function continueWithLead(
  sale: Sale,
  { status, isOnRegister }: CommandOf<'continue-with-lead'>,
): SaleDecision {
  if (!sale.lead || !sale.customerLocation) return REFUSALS.leadRequired
  if (isSold({ status: status ?? sale.lead.status })) return REFUSALS.leadAlreadySold
  if (isOnRegister) return REFUSALS.doNotKnock
  if (!sale.eligibility?.eligible) return REFUSALS.notEligible
  return done({ ...sale, step: 2, opened: true }, { type: 'location-set', first: !sale.opened })
}

function choosePackage(sale: Sale, packageId: BroadbandPackage['id']): SaleDecision {
  const chosen = findPackage(packageId)
  if (!chosen) return REFUSALS.packageRequired
  const voucherAmount = sale.eligibility?.voucherAmount ?? 0
  const { id, name, speed, monthlyPrice, installationPrice } = chosen
  const customerDiscount = discountWithinVoucher(sale.service?.customerDiscount ?? 0, voucherAmount)
  return done({
    ...sale,
    service: {
      packageId: id,
      packageName: name,
      speed,
      monthlyPrice,
      installationPrice,
      customerDiscount,
      voucherAmount,
    },
  })
}

function setDiscount(sale: Sale, discount: number): SaleDecision {
  if (!sale.service) return REFUSALS.packageRequired
  const customerDiscount = discountWithinVoucher(discount, sale.service.voucherAmount)
  return done({ ...sale, service: { ...sale.service, customerDiscount } })
}

function continueToContract(sale: Sale): SaleDecision {
  if (!sale.service) return REFUSALS.packageRequired
  const customer = prefill(sale.customer, sale.lead)
  const facts: Fact[] = [{ type: 'service-chosen' }]
  if (customer !== sale.customer) facts.push({ type: 'details-prefilled' })
  return done({ ...sale, customer, step: 3 }, ...facts)
}

/** Removes characters that the server cannot store. Otherwise it would refuse the sale after the signature. */
function enterCustomer(sale: Sale, { field, value }: CommandOf<'enter-customer'>): SaleDecision {
  return done({ ...sale, customer: { ...sale.customer, [field]: storableText(value) } })
}

function confirmCustomer(sale: Sale): SaleDecision {
  if (!isCustomerComplete(sale.customer)) return REFUSALS.customerIncomplete
  return done({ ...sale, confirmed: sale.customer, step: 4 }, { type: 'customer-entered' })
}

/**
 * Keeps the moment when the agreement was first on the screen. If a release or the settings have changed the frame
 * since the customer signed, the signature becomes void.
 */
function seeAgreement(sale: Sale, { at, toEnd, nonce, frame }: CommandOf<'see-agreement'>): SaleDecision {
  const valid = sale.agreementFrame === frame ? sale : voidSignature(sale)
  return done({
    nonce,
    ...valid,
    agreementFrame: frame,
    agreementShownAt: valid.agreementShownAt ?? at,
    agreementSeenAt: valid.agreementSeenAt ?? (toEnd ? at : null),
  })
}

function submitOrder(
  sale: Sale,
  { image, at, leadStatus, signing }: CommandOf<'submit-order'>,
): SaleDecision {
  if (leadStatus && isSold({ status: leadStatus })) return REFUSALS.leadAlreadySold
  if (!isSigned(sale.signature ?? undefined) || !isSignatureImage(image)) return REFUSALS.signatureRequired
  const contract = { signature: image, timestamp: at, ipAddress: CONTRACT_IP_PLACEHOLDER }
  // The details of other households are not kept after the sale in which they were entered.
  return done({ ...sale, otherHouseholds: {}, contract, signing, step: 5 }, { type: 'contract-signed' })
}

/**
 * Records a copy that the agent gave. The server adds it to its record of the signing, so a sale without that record
 * refuses it.
 */
function giveCopy(sale: Sale, { way, at, number = '' }: CommandOf<'give-copy'>): SaleDecision {
  if (!sale.signing) return wrongStep()
  if (sale.copiesGiven?.[way]) return done(sale)
  if (!isPaperNumberOrBlank(number)) return refuse('paper-number', PAPER_NUMBER_RULE)
  const paperNumber = number.trim()
  const given = { ...sale, copiesGiven: { ...sale.copiesGiven, [way]: at } }
  return done(paperNumber === '' ? given : { ...given, paperNumber }, { type: 'copy-given', way })
}
