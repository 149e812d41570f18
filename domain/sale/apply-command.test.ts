import { describe, expect, it, test } from 'vitest'
import type { Lead } from '../lead/lead.ts'
import { applyCommand } from './apply-command.ts'
import type { Command, Fact } from './commands.ts'
import { newSale, type Sale } from './sale.ts'

const IMAGE = 'data:image/png;base64,iVBORw0KGgo='
const AT = '2026-03-01T10:00:00.123Z'
const LEAD: Lead = {
  id: 'lead-ada',
  street_address: '2 High St',
  postcode: 'AB1 2CD',
  household_size: 3,
  voucher_value: '1500',
  status: 'new',
  priority: 'high',
  contact_name: 'Ada King Noel',
  contact_phone: '01234 567890',
  contact_email: 'ada@example.org',
  notes: null,
  area: null,
  created_at: AT,
  updated_at: AT,
}
const NEIGHBOUR: Lead = {
  ...LEAD,
  id: 'lead-bo',
  street_address: '4 High St',
  voucher_value: '500',
  contact_name: 'Bo Ek',
  contact_phone: null,
  contact_email: 'bo@example.org',
}

const select = (lead: Lead): Command => ({ type: 'select-lead', lead, localArea: 'Riverside' })
const choose = (packageId: 'basic' | 'premium'): Command => ({ type: 'choose-package', packageId })
const enter = (field: 'idNumber' | 'phone' | 'lastName', value: string): Command => ({
  type: 'enter-customer',
  field,
  value,
})
const sign: Command = { type: 'sign', signature: { kind: 'typed', name: 'Ada King' } }
const submit: Command = { type: 'submit-order', image: IMAGE, at: AT }
const discount = (amount: number): Command => ({ type: 'set-discount', discount: amount })
const verdict = (voucherAmount: number): Command => ({
  type: 'apply-verdict',
  address: ' 9 Mill Lane ',
  verdict: { eligible: true, voucherAmount, scheme: 'Project Gigabit Rural' },
})

/** The sale after all commands, every one of which must be accepted. */
function saleAfter(...commands: Command[]): Sale {
  return commands.reduce((sale, command) => outcome(sale, command).sale, newSale('sale_1_a'))
}

function outcome(sale: Sale, command: Command): { sale: Sale; facts: Fact[] } {
  const decision = applyCommand(sale, command)
  if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.failure.sentence}`)
  return decision.value
}

function sentence(sale: Sale, command: Command): string {
  const decision = applyCommand(sale, command)
  return decision.ok ? 'accepted' : decision.failure.sentence
}

const TO_SERVICE: Command[] = [select(LEAD), { type: 'continue-with-lead' }]
const TO_CUSTOMER: Command[] = [
  ...TO_SERVICE,
  choose('basic'),
  discount(300),
  { type: 'continue-to-contract' },
]
const TO_CONTRACT: Command[] = [
  ...TO_CUSTOMER,
  enter('idNumber', '19800101-1234'),
  { type: 'confirm-customer' },
]
const TO_SUBMITTED: Command[] = [...TO_CONTRACT, sign, submit]

describe('the five steps', () => {
  test.each<[step: number, path: Command[], fact: Fact[]]>([
    [2, TO_SERVICE, [{ type: 'location-set', first: true }]],
    [3, TO_CUSTOMER, [{ type: 'service-chosen' }, { type: 'details-prefilled' }]],
    [4, TO_CONTRACT, [{ type: 'customer-entered' }]],
    [5, TO_SUBMITTED, [{ type: 'contract-signed' }]],
  ])('step %i is reached, and what happened is told', (step, path, facts) => {
    const last = path.at(-1) as Command
    const arrived = outcome(saleAfter(...path.slice(0, -1)), last)
    expect(arrived.sale.step).toBe(step)
    expect(arrived.facts).toEqual(facts)
  })

  it('go back one at a time, and no further than the first', () => {
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

describe('what the agent is told, word for word,', () => {
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
      'with a cleared one',
      saleAfter(...TO_CONTRACT, sign, { type: 'sign', signature: null }),
      submit,
      "Signature required: Please capture the customer's signature",
    ],
    [
      'with no picture of it',
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

  it('shows a lead that is sold, but does not go on with it', () => {
    const looking = saleAfter(select({ ...LEAD, status: 'closed-won' }))
    expect(sentence(looking, { type: 'continue-with-lead' })).toBe('Already sold: This lead was won before')
  })

  it('brings a package chosen before under the new voucher', () => {
    const moved = saleAfter(
      ...TO_SERVICE,
      choose('basic'),
      discount(900),
      { type: 'back' },
      select(NEIGHBOUR),
    )
    expect(moved.service).toMatchObject({ customerDiscount: 500, voucherAmount: 500 })
  })

  it('once more keeps the form as it is', () => {
    const back: Command = { type: 'back' }
    const filled = saleAfter(...TO_CUSTOMER, back, back)
    expect(outcome(filled, select(LEAD)).sale.customer).toEqual(filled.customer)
  })

  it('cannot be sold once it was won, nor is it lost when it was opened again', () => {
    const goOn = (status?: Lead['status']): Command => ({ type: 'continue-with-lead', status })
    const chosen = saleAfter(select(LEAD))
    expect(sentence(chosen, goOn('closed-won'))).toBe('Already sold: This lead was won before')
    const sold = saleAfter(select({ ...LEAD, status: 'closed-won' }))
    expect(sentence(sold, goOn())).toBe('Already sold: This lead was won before')
    expect(sentence(sold, goOn('qualified'))).toBe('accepted')
  })

  it('opens one opportunity only, however often the agent goes back', () => {
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
})

describe('what was typed', () => {
  it('loses what the server would refuse after the signature, and nothing else', () => {
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

describe('a signed order', () => {
  it('holds the signature, the moment and the placeholder address', () => {
    expect(saleAfter(...TO_SUBMITTED).contract).toEqual({
      signature: IMAGE,
      timestamp: AT,
      ipAddress: '0.0.0.0',
    })
  })

  test.each<Command>([
    select(NEIGHBOUR),
    verdict(500),
    choose('premium'),
    discount(0),
    enter('phone', '1'),
    sign,
    submit,
    { type: 'back' },
    { type: 'continue-with-lead' },
    { type: 'continue-to-contract' },
    { type: 'confirm-customer' },
  ])('refuses $type', (command) => {
    const decision = applyCommand(saleAfter(...TO_SUBMITTED), command)
    expect(decision).toMatchObject({ ok: false, failure: { rule: 'already-submitted' } })
  })
})

describe('on a later step', () => {
  test.each<[string, Command, Command[]]>([
    ['the lead', select(NEIGHBOUR), TO_CONTRACT],
    ['the verdict', verdict(500), TO_SERVICE],
    ['the package', choose('premium'), TO_CONTRACT],
    ['the discount', discount(0), TO_CUSTOMER],
    ['the customer', enter('lastName', ''), TO_CONTRACT],
  ])('%s stays as it was reported', (_, command, path) => {
    const decision = applyCommand(saleAfter(...path), command)
    expect(decision).toMatchObject({ ok: false, failure: { rule: 'wrong-step' } })
  })
})

describe('a lead that a colleague has won meanwhile', () => {
  const signed = saleAfter(...TO_CONTRACT, sign)

  it('is refused at Submit Order if the phone is online', () => {
    expect(sentence(signed, { ...submit, leadStatus: 'closed-won' })).toBe(
      'Already sold: This lead was won before',
    )
  })

  it('does not hold up a sale that was signed offline', () => {
    expect(outcome(signed, submit).facts).toEqual([{ type: 'contract-signed' }])
  })
})

describe('a signature', () => {
  const back: Command = { type: 'back' }
  const signed: Command[] = [...TO_CONTRACT, sign]

  it('is kept when the agent goes back and comes again with nothing changed', () => {
    const sale = saleAfter(
      ...signed,
      back,
      back,
      { type: 'continue-to-contract' },
      { type: 'confirm-customer' },
    )
    expect(sale.signature).not.toBeNull()
  })

  test.each<[string, Command[]]>([
    ['the package', [back, back, choose('premium')]],
    ['the discount', [back, back, discount(1)]],
    ['the name', [back, enter('lastName', 'Lovelace')]],
    ['the place', [back, back, back, select(NEIGHBOUR)]],
  ])('is void when %s is another than was signed', (_what, commands) => {
    expect(saleAfter(...signed, ...commands).signature).toBeNull()
  })
})
