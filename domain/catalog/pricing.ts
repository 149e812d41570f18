import { type Pounds, sumPounds } from '../kernel/money.ts'

/** Limits a discount to what the voucher pays, in whole pence (docs/product 5.3). */
export function discountWithinVoucher(discount: Pounds, voucherAmount: Pounds): Pounds {
  const wanted = Number.isNaN(discount) ? 0 : sumPounds(discount)
  return Math.min(Math.max(wanted, 0), Math.max(voucherAmount, 0))
}

type Price = { monthlyPrice: Pounds; installationPrice: Pounds; customerDiscount: Pounds }

/** Returns monthly price + installation price - customer discount (docs/product 6.2). */
export function totalValue(price: Price): Pounds {
  return sumPounds(price.monthlyPrice, price.installationPrice, -price.customerDiscount)
}

/** Returns whether the total is below zero. The discount may exceed the price; the total then needs an explanation. */
export const isBelowZero = (price: Price) => totalValue(price) < 0

/** Returns the discount that pays for the installation, or for as much of it as the voucher covers. */
export const coverInstallation = (offer: { installationPrice: Pounds; voucherAmount: Pounds }): Pounds =>
  discountWithinVoucher(offer.installationPrice, offer.voucherAmount)
