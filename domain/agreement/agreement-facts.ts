import { findPackage } from '../catalog/packages.ts'
import { totalValue } from '../catalog/pricing.ts'
import { sumPounds } from '../kernel/money.ts'
import { choicesOf, customerName, type Sale } from '../sale/sale.ts'
import type { AgreementFacts } from './agreement.ts'
import type { Company } from './company.ts'
import { CURRENT_TEMPLATE } from './make-agreement.ts'

/** The minimum term in `CONTRACT_TERMS`. */
const MINIMUM_TERM_MONTHS = 24

/**
 * Returns the facts of a sale's agreement; undefined until the sale has a place and a package. `copyUrl` is the address
 * of `/copy`; `nonce` is 16 random bytes in base64url.
 */
export function agreementFacts(
  sale: Sale,
  { company, copyUrl, nonce }: { company: Company; copyUrl: string; nonce: string },
): AgreementFacts | undefined {
  const { customer, customerLocation, service } = sale
  if (!service || !customerLocation) return undefined
  const { packageId, packageName, speed, monthlyPrice, installationPrice, customerDiscount } = service
  return {
    template: CURRENT_TEMPLATE,
    nonce,
    company,
    copy_url: copyUrl,
    customer: { name: customerName(customer), email: customer.email.trim() },
    premises: customerLocation.address,
    package: { id: packageId, name: packageName, speed, features: findPackage(packageId)?.features ?? [] },
    prices: {
      monthly: monthlyPrice,
      installation: installationPrice,
      discount: customerDiscount,
      total_value: totalValue(service),
      minimum_term_months: MINIMUM_TERM_MONTHS,
      over_minimum_term: sumPounds(monthlyPrice * MINIMUM_TERM_MONTHS, installationPrice, -customerDiscount),
    },
    choices: choicesOf(sale),
  }
}
