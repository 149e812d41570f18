import { describe, expect, it, test } from 'vitest'
import type { Lead } from '../lead/lead.ts'
import { voucherVerdictOf } from '../testing/premises.ts'
import {
  choose,
  discount,
  enter,
  LEAD,
  NEIGHBOUR,
  outcome,
  saleAfter,
  select,
  sentence,
  sign,
  submit,
  TO_CONTRACT,
  TO_CUSTOMER,
  TO_SERVICE,
  TO_SUBMITTED,
  verdict,
} from '../testing/sale-commands.ts'
import type { Command, Fact } from './commands.ts'
import { newSale, type Sale } from './sale.ts'

describe('the five steps', () => {
  test.each<[step: number, path: Command[], fact: Fact[]]>([
    [2, TO_SERVICE, [{ type: 'location-set', first: true }]],
    [3, TO_CUSTOMER, [{ type: 'service-chosen' }, { type: 'details-prefilled' }]],
    [4, TO_CONTRACT, [{ type: 'customer-entered' }]],
    [5, TO_SUBMITTED, [{ type: 'contract-signed' }]],
  ])('reach step %i and report what happened', (step, path, facts) => {
    const last = path.at(-1) as Command
    const arrived = outcome(saleAfter(...path.slice(0, -1)), last)
    expect(arrived.sale.step).toBe(step)
    expect(arrived.facts).toEqual(facts)
  })

  it('go back one at a time, but not before the first', () => {
    const steps = [saleAfter(...TO_CONTRACT)]
    for (let i = 0; i < 4; i++) steps.push(outcome(steps.at(-1) as Sale, { type: 'back' }).sale)
    expect(steps.map(({ step }) => step)).toEqual([4, 3, 2, 1, 1])
  })

  it('lose nothing on the way back', () => {
    const back: Command = { type: 'back' }
    const there = saleAfter(...TO_CONTRACT, sign)
    expect(saleAfter(...TO_CONTRACT, sign, back, back, back)).toEqual({ ...there, step: 1 })
  })

  it('start over with a fresh session', () => {
    const again: Command = { type: 'start-new-sale', sessionId: 'sale_2_b' }
    expect(saleAfter(...TO_SUBMITTED, again)).toEqual(newSale('sale_2_b'))
  })
})

describe('the agent reads, word for word,', () => {
  test.each<[when: string, sale: Sale, command: Command, sentence: string]>([
    [
      'without a lead',
      newSale('sale_1_a'),
      { type: 'continue-with-lead' },
      'Lead required: Please select a lead to continue',
    ],
    [
      'with a verdict but no lead',
      saleAfter(verdict(1500)),
      { type: 'continue-with-lead' },
      'Lead required: Please select a lead to continue',
    ],
    [
      'when the address is not eligible',
      saleAfter(select(LEAD)),
      { type: 'apply-verdict', address: 'x', verdict: { eligible: false, reason: 'Superfast' } },
      'Cannot proceed: Customer is not eligible for voucher',
    ],
    [
      'without a package',
      saleAfter(...TO_SERVICE),
      { type: 'continue-to-contract' },
      'Please select a package: Choose a broadband package to continue',
    ],
    [
      'with an entry missing',
      saleAfter(...TO_CUSTOMER),
      { type: 'confirm-customer' },
      'Missing information: Please fill in all required fields',
    ],
    [
      'with an entry of blanks',
      saleAfter(...TO_CUSTOMER, enter('idNumber', '1'), enter('lastName', ' \t')),
      { type: 'confirm-customer' },
      'Missing information: Please fill in all required fields',
    ],
    [
      'without a signature',
      saleAfter(...TO_CONTRACT),
      submit,
      "Signature required: Please capture the customer's signature",
    ],
    [
      'with a cleared signature',
      saleAfter(...TO_CONTRACT, sign, { type: 'sign', signature: null }),
      submit,
      "Signature required: Please capture the customer's signature",
    ],
    [
      'with no image of the signature',
      saleAfter(...TO_CONTRACT, sign),
      { ...submit, image: '' },
      "Signature required: Please capture the customer's signature",
    ],
  ])('%s', (_, sale, command, words) => expect(sentence(sale, command)).toBe(words))
})

describe('choosing a lead', () => {
  it('sets the place and the voucher under Project Gigabit', () => {
    expect(saleAfter(select(LEAD))).toMatchObject({
      customerLocation: { address: '2 High St, Riverside, AB1 2CD', leadId: 'lead-ada' },
      eligibility: { eligible: true, voucherAmount: 1500, scheme: 'Project Gigabit' },
    })
  })

  it('shows a sold lead but refuses to continue with it', () => {
    const looking = saleAfter(select({ ...LEAD, status: 'closed-won' }))
    expect(sentence(looking, { type: 'continue-with-lead' })).toBe('Already sold: This lead was won before')
  })

  it('shows a lead at a door on the register but refuses to continue with it', () => {
    expect(sentence(saleAfter(select(LEAD)), { type: 'continue-with-lead', isOnRegister: true })).toBe(
      'Do not knock: This household asked not to be called on',
    )
  })

  it('applies the new voucher to the chosen package', () => {
    const moved = saleAfter(
      ...TO_SERVICE,
      choose('basic'),
      discount(900),
      { type: 'back' },
      select(NEIGHBOUR),
    )
    expect(moved.service).toMatchObject({ customerDiscount: 500, voucherAmount: 500 })
  })

  it('keeps the form if the same lead is chosen again', () => {
    const back: Command = { type: 'back' }
    const filled = saleAfter(...TO_CUSTOMER, back, back)
    expect(outcome(filled, select(LEAD)).sale.customer).toEqual(filled.customer)
  })

  it('uses the lead’s present status if known: a won lead cannot be sold, a reopened one can', () => {
    const goOn = (status?: Lead['status']): Command => ({ type: 'continue-with-lead', status })
    const chosen = saleAfter(select(LEAD))
    expect(sentence(chosen, goOn('closed-won'))).toBe('Already sold: This lead was won before')
    const sold = saleAfter(select({ ...LEAD, status: 'closed-won' }))
    expect(sentence(sold, goOn())).toBe('Already sold: This lead was won before')
    expect(sentence(sold, goOn('qualified'))).toBe('accepted')
  })

  it('opens only one opportunity, however often the agent goes back', () => {
    const again = outcome(saleAfter(...TO_SERVICE, { type: 'back' }, select(NEIGHBOUR)), {
      type: 'continue-with-lead',
    })
    expect(again.facts).toEqual([{ type: 'location-set', first: false }])
  })
})

describe('a verdict', () => {
  it('replaces voucher and address, and keeps the lead', () => {
    expect(saleAfter(select(LEAD), verdict(500))).toMatchObject({
      lead: { id: 'lead-ada' },
      customerLocation: { address: '9 Mill Lane', leadId: 'lead-ada' },
      eligibility: { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit Rural' },
    })
  })

  it('keeps the answer of premises data until another lead is selected or another check applies', () => {
    const voucherVerdict = voucherVerdictOf()
    const checked = saleAfter(select(LEAD), {
      type: 'apply-verdict',
      address: '9 Mill Lane',
      verdict: { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit' },
      voucherVerdict,
    })
    expect(checked.voucherVerdict).toEqual(voucherVerdict)
    expect(outcome(checked, select(NEIGHBOUR)).sale.voucherVerdict).toBeNull()
    expect(outcome(checked, verdict(500)).sale.voucherVerdict).toBeNull()
  })
})

describe('typed text', () => {
  it('loses only the characters that the server would refuse after the signature', () => {
    const typed = saleAfter(select(LEAD), enter('lastName', 'K\0in\ud83dg 👩‍🌾 עדה\udc00'))
    expect(typed.customer.lastName).toBe('King 👩‍🌾 עדה')
    const checked = saleAfter({
      type: 'apply-verdict',
      address: ' 9 Mill\0 La\ud800ne ',
      verdict: { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit Rural' },
    })
    expect(checked.customerLocation?.address).toBe('9 Mill Lane')
  })
})

describe('a package', () => {
  it('keeps the discount when another is chosen', () => {
    expect(saleAfter(...TO_SERVICE, choose('basic'), discount(300), choose('premium')).service).toEqual({
      packageId: 'premium',
      packageName: 'Premium Fiber',
      speed: '500 Mbps',
      monthlyPrice: 599,
      installationPrice: 0,
      customerDiscount: 300,
      voucherAmount: 1500,
    })
  })
})
