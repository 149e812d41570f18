import { totalValue } from '#domain/catalog/pricing.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import type { Fact } from '#domain/sale/commands.ts'
import {
  type CopyWay,
  type Customer,
  confirmedCustomer,
  customerName,
  NO_CUSTOMER,
  type Sale,
} from '#domain/sale/sale.ts'
import type { CopyGiven } from './copy.ts'
import type { EvidenceCall } from './evidence.ts'
import { type ProgressStep, REP, type SalesProgress } from './functions.ts'

/** A call that a phone owes the server, numbered within its sale; sending it twice is harmless. */
export type SaleCall = { sessionId: string; sequence: number } & (
  | { kind: 'create-opportunity'; body: Partial<Opportunity> }
  | { kind: 'update-opportunity'; body: Partial<Opportunity> }
  | { kind: 'report-progress'; body: SalesProgress }
  | { kind: 'record-evidence'; body: EvidenceCall }
  | { kind: 'record-copy'; body: CopyGiven }
)

export type CallBody<Call = SaleCall> = Call extends SaleCall ? Pick<Call, 'kind' | 'body'> : never

/**
 * Returns the numbered calls that follow from facts, and the sale with its new count of calls. Pure: the phone writes
 * both in one transaction. `signatureJpeg` is empty until the contract is signed.
 */
export function callsForFacts(
  sale: Sale,
  facts: readonly Fact[],
  signatureJpeg = '',
): { sale: Sale; calls: SaleCall[] } {
  const bodies = facts.flatMap((fact) => callBodies(sale, fact, signatureJpeg))
  const calls = bodies.map((body, index) => ({
    ...body,
    sessionId: sale.sessionId,
    sequence: sale.calls + index + 1,
  }))
  return { sale: { ...sale, calls: sale.calls + calls.length }, calls }
}

function callBodies(sale: Sale, fact: Fact, signatureJpeg: string): CallBody[] {
  const progress = (step: ProgressStep): CallBody => ({
    kind: 'report-progress',
    body: salesProgress(sale, step, signatureJpeg),
  })
  switch (fact.type) {
    case 'location-set':
      return [fact.first ? create(sale) : update(anotherPlace(sale)), progress('eligibility-check')]
    case 'service-chosen':
      return [
        update({ ...eligibility(sale), ...service(sale), status: 'qualified' }),
        progress('service-selection'),
      ]
    case 'customer-entered':
      return [update(customerFields(sale.customer)), progress('customer-details')]
    case 'contract-signed':
      return [update(closing(sale)), progress('contract-signed'), ...evidence(sale)]
    case 'copy-given':
      return copyGiven(sale, fact.way)
    case 'details-prefilled':
      return []
  }
}

const update = (body: Partial<Opportunity>): CallBody => ({ kind: 'update-opportunity', body })

export function create(sale: Sale): CallBody {
  return {
    kind: 'create-opportunity',
    body: { session_id: sale.sessionId, status: 'open', ...place(sale) },
  }
}

const place = (sale: Sale): Partial<Opportunity> => ({
  customer_location: sale.customerLocation?.address ?? null,
  lead_id: sale.customerLocation?.leadId ?? null,
})

/** Returns the voucher of this address. The back office may correct it until the sale is signed. */
const eligibility = (sale: Sale): Partial<Opportunity> => ({
  eligibility_status: sale.eligibility?.eligible ?? null,
  eligibility_scheme: sale.eligibility?.scheme ?? null,
  voucher_amount: sale.service?.voucherAmount ?? sale.eligibility?.voucherAmount ?? null,
})

/**
 * Returns the fields that depend on the address, including the package, because the voucher of the address also applies
 * to one that was chosen before.
 */
export const placeVoucherAndService = (sale: Sale): Partial<Opportunity> => ({
  ...place(sale),
  ...eligibility(sale),
  ...service(sale),
})

/** Returns the place with its own customer, so that nothing of an earlier household stays on the server. */
export function anotherPlace(sale: Sale): Partial<Opportunity> {
  const customer = confirmedCustomer(sale)
  return { ...placeVoucherAndService(sale), ...(customer ? customerFields(customer) : NO_CUSTOMER_FIELDS) }
}

function service(sale: Sale): Partial<Opportunity> {
  if (!sale.service) return {}
  const { packageId, packageName, speed, monthlyPrice, installationPrice, customerDiscount } = sale.service
  return {
    service_package_id: packageId,
    service_package_name: packageName,
    service_speed: speed,
    service_monthly_price: monthlyPrice,
    service_installation_price: installationPrice,
    customer_discount: customerDiscount,
    total_value: totalValue(sale.service),
  }
}

export const customerFields = (customer: Customer) => ({
  customer_name: customerName(customer),
  customer_email: customer.email.trim(),
  customer_phone: customer.phone.trim(),
  customer_id_number: customer.idNumber.trim(),
})

const NO_CUSTOMER_FIELDS = {
  customer_name: null,
  customer_email: null,
  customer_phone: null,
  customer_id_number: null,
} as const satisfies Partial<Record<keyof ReturnType<typeof customerFields>, null>>

export const contract = (sale: Sale): Partial<Opportunity> => ({
  contract_signature: sale.contract?.signature ?? null,
  contract_timestamp: sale.contract?.timestamp ?? null,
  contract_ip_address: sale.contract?.ipAddress ?? null,
})

/**
 * Returns the customer's name, the address, the package and its prices as they were signed, in case the server's copy
 * has changed meanwhile. Email, phone, ID number, voucher and lead stay as the server has them.
 */
export const closing = (sale: Sale): Partial<Opportunity> => ({
  customer_name: customerName(sale.customer),
  customer_location: sale.customerLocation?.address ?? null,
  ...service(sale),
  ...contract(sale),
  status: 'closed-won',
})

export const evidence = ({ signing }: Sale): CallBody[] =>
  signing ? [{ kind: 'record-evidence', body: signing }] : []

export function copyGiven({ sessionId, copiesGiven, paperNumber }: Sale, way: CopyWay): CallBody[] {
  const at = copiesGiven?.[way]
  if (!at) return []
  const number = way === 'paper' && paperNumber !== undefined && { number: paperNumber }
  return [{ kind: 'record-copy', body: { session_id: sessionId, way, at, ...number } }]
}

/**
 * Returns the report of a step. It has the customer only once confirmed, because until then the form may only hold the
 * lead's contact.
 */
function salesProgress(sale: Sale, step: ProgressStep, signatureJpeg: string): SalesProgress {
  const confirmed = confirmedCustomer(sale)
  const customer = confirmed ?? NO_CUSTOMER
  return {
    session_id: sale.sessionId,
    step,
    name: customerName(customer),
    email: customer.email.trim(),
    phone: customer.phone.trim(),
    address: sale.customerLocation?.address ?? '',
    product: sale.service?.packageName ?? '',
    voucher_used: sale.eligibility?.voucherAmount ?? 0,
    rep: REP,
    id_document: '',
    signature: signatureJpeg,
    raw_data: {
      hasCustomer: confirmed !== null,
      hasLocation: sale.customerLocation !== null,
      hasEligibility: sale.eligibility !== null,
      hasService: sale.service !== null,
      hasContract: sale.contract !== null,
      hasIdDocument: false,
      hasSignature: sale.contract !== null,
    },
  }
}
