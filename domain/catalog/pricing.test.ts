import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { coverInstallation, discountWithinVoucher, isBelowZero, totalValue } from './pricing.ts'

const anyPounds = fc.integer({ min: 0, max: 1_000_000 }).map((pence) => pence / 100)
const anyNumber = fc.double({ min: -10_000, max: 10_000 })

describe('a discount', () => {
  test.each([
    [300, 1500, 300],
    [1500, 1500, 1500],
    [1501, 1500, 1500],
    [-1, 1500, 0],
    [Number.NaN, 1500, 0],
    [Number.POSITIVE_INFINITY, 1500, 1500],
    [100, 0, 0],
    [100, -5, 0],
  ])('of %d with a voucher of %d counts as %d', (discount, voucher, counted) =>
    expect(discountWithinVoucher(discount, voucher)).toBe(counted),
  )

  it('stays between 0 and the voucher, in whole pence, whatever was asked for', () => {
    fc.assert(
      fc.property(anyNumber, anyPounds, (asked, voucher) => {
        const discount = discountWithinVoucher(asked, voucher)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(voucher)
        expect(String(discount)).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
    )
  })
})

describe('a total', () => {
  test.each([
    [299, 995, 0, 1294],
    [399, 995, 500, 894],
    [599, 0, 0, 599],
    [299, 995, 1500, -206],
    [299.1, 0.2, 0.3, 299],
  ])(
    'of %d monthly and %d installation less %d is %d',
    (monthlyPrice, installationPrice, customerDiscount, total) =>
      expect(totalValue({ monthlyPrice, installationPrice, customerDiscount })).toBe(total),
  )

  it('adds up in decimals, as in the database, and is at least the price less the voucher', () => {
    fc.assert(
      fc.property(
        anyPounds,
        anyPounds,
        anyPounds,
        anyNumber,
        (monthlyPrice, installationPrice, voucher, asked) => {
          const customerDiscount = discountWithinVoucher(asked, voucher)
          const total = totalValue({ monthlyPrice, installationPrice, customerDiscount })
          expect(inPence(total)).toBe(
            inPence(monthlyPrice) + inPence(installationPrice) - inPence(customerDiscount),
          )
          expect(inPence(total)).toBeGreaterThanOrEqual(
            inPence(monthlyPrice) + inPence(installationPrice) - inPence(voucher),
          )
        },
      ),
    )
  })
})

/** Returns an amount in pence, as `numeric(10, 2)` reads it from JSON. Throws if it is not exact. */
function inPence(amount: number): number {
  const decimal = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(JSON.stringify(amount))
  if (!decimal) throw new Error(`${amount} is not an amount in whole pence`)
  const [, sign, pounds = '', pence = ''] = decimal
  return Number(`${sign}${pounds}${pence.padEnd(2, '0')}`)
}

test.each([
  [995, 4500, 995],
  [995, 500, 500],
  [0, 4500, 0],
])(
  'a voucher covers an installation of %d if it is worth %d: %d',
  (installationPrice, voucherAmount, discount) =>
    expect(coverInstallation({ installationPrice, voucherAmount })).toBe(discount),
)

test('a total is below zero only if the discount is more than the price', () => {
  const price = { monthlyPrice: 299, installationPrice: 995 }
  expect(isBelowZero({ ...price, customerDiscount: 1294 })).toBe(false)
  expect(isBelowZero({ ...price, customerDiscount: 1294.01 })).toBe(true)
})
