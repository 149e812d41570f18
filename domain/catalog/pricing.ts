import { type Pounds, sumPounds } from '../kernel/money.ts'

/** A discount lives between nothing and the voucher that pays for it, in whole pence (specification §5). */
export function discountWithinVoucher(discount: Pounds, voucherAmount: Pounds): Pounds {
  const wanted = Number.isNaN(discount) ? 0 : sumPounds(discount)
  return Math.min(Math.max(wanted, 0), Math.max(voucherAmount, 0))
}

type Price = { monthlyPrice: Pounds; installationPrice: Pounds; customerDiscount: Pounds }

/** Monthly price + installation price - customer discount (specification §9). */
export function totalValue(price: Price): Pounds {
  return sumPounds(price.monthlyPrice, price.installationPrice, -price.customerDiscount)
}
