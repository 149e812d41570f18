import { totalValue } from '#domain/catalog/pricing.ts'
import type { Opportunity } from '#domain/opportunity/opportunity.ts'
import type { Fact } from '#domain/sale/commands.ts'
import { customerName, type Sale } from '#domain/sale/sale.ts'
import type { ProgressStep, SalesProgress } from './functions.ts'

/** The rep is fixed (specification §6). */
const REP = 'Field Agent'

/** A call that a phone owes the server, numbered within its sale; sending it twice is harmless. */
export type SaleCall = { sessionId: string; sequence: number } & (
  | { kind: 'create-opportunity'; body: Partial<Opportunity> }
  | { kind: 'update-opportunity'; body: Partial<Opportunity> }
  | { kind: 'report-progress'; body: SalesProgress }
)

/** The header that makes a repeated write harmless (decisions: data API). */
export const idempotencyKeyOf = (call: Pick<SaleCall, 'sessionId' | 'sequence'>) =>
  `${call.sessionId}:${call.sequence}`

type CallBody<Call = SaleCall> = Call extends SaleCall ? Pick<Call, 'kind' | 'body'> : never

/**
 * What the world has to hear of a fact, as numbered calls, and the sale with its count moved on. Pure: the phone
 * writes both in one transaction. `signatureJpeg` is empty until the contract is signed.
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
      return [fact.first ? create(sale) : update(location(sale)), progress('eligibility-check')]
    case 'service-chosen':
      return [update({ ...service(sale), status: 'qualified' }), progress('service-selection')]
    case 'customer-entered':
      return [update(customer(sale)), progress('customer-details')]
    case 'contract-signed':
      return [update({ ...contract(sale), status: 'closed-won' }), progress('contract-signed')]
    case 'details-prefilled':
      return []
  }
}

const update = (body: Partial<Opportunity>): CallBody => ({ kind: 'update-opportunity', body })

function create(sale: Sale): CallBody {
  return {
    kind: 'create-opportunity',
    body: { session_id: sale.sessionId, status: 'open', ...place(sale) },
  }
}

const place = (sale: Sale): Partial<Opportunity> => ({
  customer_location: sale.customerLocation?.address ?? null,
  lead_id: sale.customerLocation?.leadId ?? null,
})

const eligibility = (sale: Sale): Partial<Opportunity> => ({
  eligibility_status: sale.eligibility?.eligible ?? null,
  eligibility_scheme: sale.eligibility?.scheme ?? null,
})

/** Another place: its voucher applies from now on, also to a package that was chosen before. */
const location = (sale: Sale): Partial<Opportunity> => ({
  ...place(sale),
  ...eligibility(sale),
  ...(sale.service ? service(sale) : { voucher_amount: sale.eligibility?.voucherAmount ?? null }),
})

function service(sale: Sale): Partial<Opportunity> {
  if (!sale.service) return {}
  const { packageId, packageName, speed, monthlyPrice, installationPrice, customerDiscount, voucherAmount } =
    sale.service
  return {
    ...eligibility(sale),
    service_package_id: packageId,
    service_package_name: packageName,
    service_speed: speed,
    service_monthly_price: monthlyPrice,
    service_installation_price: installationPrice,
    customer_discount: customerDiscount,
    voucher_amount: voucherAmount,
    total_value: totalValue(sale.service),
  }
}

const customer = (sale: Sale): Partial<Opportunity> => ({
  customer_name: customerName(sale.customer),
  customer_email: sale.customer.email.trim(),
  customer_phone: sale.customer.phone.trim(),
  customer_id_number: sale.customer.idNumber.trim(),
})

const contract = (sale: Sale): Partial<Opportunity> => ({
  contract_signature: sale.contract?.signature ?? null,
  contract_timestamp: sale.contract?.timestamp ?? null,
  contract_ip_address: sale.contract?.ipAddress ?? null,
})

function salesProgress(sale: Sale, step: ProgressStep, signatureJpeg: string): SalesProgress {
  return {
    session_id: sale.sessionId,
    step,
    name: customerName(sale.customer),
    email: sale.customer.email.trim(),
    phone: sale.customer.phone.trim(),
    address: sale.customerLocation?.address ?? '',
    product: sale.service?.packageName ?? '',
    voucher_used: sale.eligibility?.voucherAmount ?? 0,
    rep: REP,
    id_document: '',
    signature: signatureJpeg,
    raw_data: {
      hasCustomer: customerName(sale.customer) !== '',
      hasLocation: sale.customerLocation !== null,
      hasEligibility: sale.eligibility !== null,
      hasService: sale.service !== null,
      hasContract: sale.contract !== null,
      hasIdDocument: false,
      hasSignature: sale.contract !== null,
    },
  }
}
