import { formatPounds, type Pounds, sumPounds } from '../kernel/money.ts'

/**
 * Returns what a fully used voucher pays, in words, because that may be less than was asked for. Undefined if some of
 * it is left.
 */
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

/** Returns what the installation costs after the discount, in words: `FREE` at 0 or below (docs/product 6.2). */
export function installationShown({ installationPrice, customerDiscount }: Installation): string {
  const cost = sumPounds(installationPrice, -customerDiscount)
  return cost <= 0 ? 'FREE' : formatPounds(cost)
}

/**
 * Returns what the voucher pays, in words that follow `installationShown`. They say `after` only if the installation
 * has a price for the voucher to reduce.
 */
export function discountShown({ installationPrice, customerDiscount }: Installation): string {
  return `${installationPrice > 0 ? 'after' : 'and'} a voucher discount of ${formatPounds(customerDiscount)}`
}

/**
 * Returns what the installation costs and how much of it the voucher pays, if any:
 * `£695 after a voucher discount of £300`.
 */
export const installationInWords = (cost: Installation): string =>
  cost.customerDiscount > 0 ? `${installationShown(cost)} ${discountShown(cost)}` : installationShown(cost)
