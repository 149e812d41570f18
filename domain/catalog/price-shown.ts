import { formatPounds, type Pounds, sumPounds } from '../kernel/money.ts'

/** What a used-up voucher pays, in words: it may be less than was asked for. Undefined while some of it is left. */
export function voucherSpent({
  installationPrice,
  customerDiscount,
  voucherAmount,
}: Installation & { voucherAmount: Pounds }): string | undefined {
  if (customerDiscount < voucherAmount) return undefined
  const voucher = formatPounds(voucherAmount)
  return voucherAmount < installationPrice
    ? `The voucher covers ${voucher} of the ${formatPounds(installationPrice)} installation.`
    : `That is all of the ${voucher} voucher.`
}

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

/** What the installation costs and, if the voucher pays some of it, how much: `£695 after a voucher discount of £300`. */
export const installationInWords = (cost: Installation): string =>
  cost.customerDiscount > 0 ? `${installationShown(cost)} ${discountShown(cost)}` : installationShown(cost)
