import { describe, expect, it, test } from 'vitest'
import { discountShown, installationInWords, installationShown, voucherSpent } from './price-shown.ts'

describe('the installation', () => {
  test.each([
    [995, 0, '£995'],
    [995, 300.5, '£694.50'],
    [995, 995, 'FREE'],
    [995, 1500, 'FREE'],
    [0, 0, 'FREE'],
    [995, 994.99, '£0.01'],
  ])('at %d less %d is shown as %s', (installationPrice, customerDiscount, shown) =>
    expect(installationShown({ installationPrice, customerDiscount })).toBe(shown),
  )

  it('is shown with the discount only if there is one', () => {
    expect(installationInWords({ installationPrice: 995, customerDiscount: 0 })).toBe('£995')
    expect(installationInWords({ installationPrice: 995, customerDiscount: 300 })).toBe(
      '£695 after a voucher discount of £300',
    )
  })

  it('is not shown as free because of a discount if it is free anyway', () => {
    const ofFifty = 'a voucher discount of £50'
    expect(discountShown({ installationPrice: 995, customerDiscount: 50 })).toBe(`after ${ofFifty}`)
    expect(discountShown({ installationPrice: 0, customerDiscount: 50 })).toBe(`and ${ofFifty}`)
  })
})

describe('a voucher', () => {
  test.each([
    [995, 210, 210, 'The voucher covers £210 of the £995 installation.'],
    [995, 995, 995, 'That is all of the £995 voucher.'],
    [0, 500, 500, 'That is all of the £500 voucher.'],
    [995, 995, 1500, undefined],
    [995, 0, 500, undefined],
  ])(
    'for an installation of %d, %d off of %d: %s',
    (installationPrice, customerDiscount, voucherAmount, words) =>
      expect(voucherSpent({ installationPrice, customerDiscount, voucherAmount })).toBe(words),
  )
})
