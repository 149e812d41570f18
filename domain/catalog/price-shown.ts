import { formatPounds, type Pounds, sumPounds } from '../kernel/money.ts'

type Installation = { installationPrice: Pounds; customerDiscount: Pounds }

/** What the installation costs after the discount, in words: `FREE` at 0 or below (docs/product 6.2). */
export function installationShown({ installationPrice, customerDiscount }: Installation): string {
  const cost = sumPounds(installationPrice, -customerDiscount)
  return cost <= 0 ? 'FREE' : formatPounds(cost)
}

/** What the voucher pays, in words that follow those of the installation: only one with a price costs less by it. */
export function discountShown({ installationPrice, customerDiscount }: Installation): string {
  return `${installationPrice > 0 ? 'after' : 'and'} a voucher discount of ${formatPounds(customerDiscount)}`
}
