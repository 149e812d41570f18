import { expect, it } from 'vitest'
import { voucherVerdictOf } from '../testing/premises.ts'
import { verdictFrom } from './data-verdict.ts'

it.each([
  [1500, 4500, 1500],
  [6000, 4500, 4500],
  [0, 4500, 4500],
  [1500, null, 1500],
  [0, null, 0],
])(
  'turns a likely voucher of £%s with a maximum of %s into one of £%s',
  (lead, maxVoucher, voucherAmount) => {
    expect(verdictFrom(voucherVerdictOf({ maxVoucher }), lead)).toEqual({
      eligible: true,
      voucherAmount,
      scheme: 'Project Gigabit',
    })
  },
)

it('keeps the lead’s own voucher if the answer is unknown', () => {
  expect(verdictFrom(voucherVerdictOf({ answer: 'unknown' }), 1500)).toMatchObject({
    eligible: true,
    voucherAmount: 1500,
  })
})

it.each([
  ['no', 'No voucher'],
  ['area-closed', 'Area closed'],
] as const)('stops the sale with the reason if the answer is %s', (answer, words) => {
  expect(verdictFrom(voucherVerdictOf({ answer }), 1500)).toEqual({
    eligible: false,
    reason: 'No gigabit here, none planned, area open',
    words,
  })
})
