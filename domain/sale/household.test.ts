import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import { applyCommand } from './apply-command.ts'
import type { Command } from './commands.ts'
import { confirmedCustomer, NO_CUSTOMER, newSale, type Sale } from './sale.ts'

const ADA = leadWith({ id: 'ada', street_address: '2 High St', contact_name: 'Ada King' })
const BO = leadWith({ id: 'bo', street_address: '4 High St', contact_name: 'Bo Ek' })

const BACK: Command = { type: 'back' }
const GO_ON: Command = { type: 'continue-with-lead' }
const select = (lead: typeof ADA): Command => ({ type: 'select-lead', lead, localArea: 'Riverside' })
const checked = (address: string): Command => ({
  type: 'apply-verdict',
  address,
  verdict: { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit Rural' },
})
const enter = (field: keyof typeof NO_CUSTOMER, value: string): Command => ({
  type: 'enter-customer',
  field,
  value,
})
const TO_FORM: Command[] = [
  GO_ON,
  { type: 'choose-package', packageId: 'basic' },
  { type: 'continue-to-contract' },
]
const TO_LEADS: Command[] = [BACK, BACK]
const ADA_TYPED: Command[] = [select(ADA), ...TO_FORM, enter('phone', '07000'), enter('idNumber', '1815')]

const saleAfter = (...commands: Command[]): Sale =>
  commands.reduce((sale, command) => {
    const decision = applyCommand(sale, command)
    if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.failure.sentence}`)
    return decision.value.sale
  }, newSale('sale_1_a'))

describe('what was typed for one household', () => {
  it('is not in the form of another household, which is filled from its own contact', () => {
    const moved = saleAfter(...ADA_TYPED, ...TO_LEADS, select(BO))
    expect(moved.customer).toEqual(NO_CUSTOMER)
    const decision = applyCommand(saleAfter(...ADA_TYPED, ...TO_LEADS, select(BO), GO_ON), {
      type: 'continue-to-contract',
    })
    expect(decision).toMatchObject({
      ok: true,
      value: {
        sale: { customer: { firstName: 'Bo', lastName: 'Ek', phone: '', idNumber: '' } },
        facts: [{ type: 'service-chosen' }, { type: 'details-prefilled' }],
      },
    })
  })

  it("comes back with its lead, even from the phone's storage", () => {
    const moved = saleAfter(
      ...ADA_TYPED,
      ...TO_LEADS,
      select(BO),
      ...TO_FORM,
      enter('idNumber', '1900'),
      ...TO_LEADS,
    )
    const reloaded = structuredClone(moved)
    const decision = applyCommand(reloaded, select(ADA))
    const customer = { firstName: 'Ada', lastName: 'King', phone: '07000', idNumber: '1815' }
    expect(decision).toMatchObject({ ok: true, value: { sale: { customer } } })
  })

  it('stays in the form if the same lead is chosen again', () => {
    expect(saleAfter(...ADA_TYPED, ...TO_LEADS, select(ADA)).customer).toMatchObject({ idNumber: '1815' })
  })

  it('is not in the form of another address that was checked with the same lead', () => {
    const elsewhere = saleAfter(...ADA_TYPED, ...TO_LEADS, checked('9 Mill Lane'))
    expect(elsewhere.customer).toEqual(NO_CUSTOMER)
    const back = saleAfter(...ADA_TYPED, ...TO_LEADS, checked('9 Mill Lane'), select(ADA))
    expect(back.customer).toMatchObject({ idNumber: '1815' })
  })

  it('stays if its own address is checked, with any capitals and commas', () => {
    const sameDoor = saleAfter(...ADA_TYPED, ...TO_LEADS, checked('2 HIGH ST  Riverside AB1 2CD'))
    expect(sameDoor.customer).toMatchObject({ idNumber: '1815' })
  })

  it('is confirmed only for that household', () => {
    const confirmed = saleAfter(...ADA_TYPED, enter('email', 'a@b'), { type: 'confirm-customer' })
    expect(confirmedCustomer(confirmed)).toMatchObject({ idNumber: '1815' })
    const moved = ['back', 'back', 'back'].reduce((sale) => accepted(sale, BACK), confirmed)
    const atBo = accepted(moved, select(BO))
    expect(confirmedCustomer(atBo)).toBeNull()
    expect(confirmedCustomer(accepted(atBo, select(ADA)))).toMatchObject({ idNumber: '1815' })
  })

  it('is deleted once another household signs', () => {
    const signed = saleAfter(
      ...ADA_TYPED,
      ...TO_LEADS,
      select(BO),
      ...TO_FORM,
      enter('email', 'b@c'),
      enter('phone', '1'),
      enter('idNumber', '1900'),
      { type: 'confirm-customer' },
      { type: 'sign', signature: { kind: 'typed', name: 'Bo Ek' } },
      { type: 'submit-order', image: 'data:image/png;base64,iVBORw0KGgo=', at: '2026-03-01T10:00:00.123Z' },
    )
    expect(JSON.stringify(signed)).not.toContain('1815')
  })

  it('never appears for another household, whatever the agent chooses, checks and types', () => {
    const place = fc.constantFrom(select(ADA), select(BO), checked('9 Mill Lane'), checked('1 Elm Road'))
    const typed = fc.constantFrom('1', '2', '3')
    fc.assert(
      fc.property(fc.array(fc.tuple(place, typed)), (visits) => {
        const expected = new Map<string, string>()
        let sale = saleAfter(select(ADA))
        for (const [move, idNumber] of visits) {
          sale = accepted(sale, move)
          const household = JSON.stringify(sale.customerLocation)
          expect(sale.customer.idNumber).toBe(expected.get(household) ?? '')
          sale = [...TO_FORM, enter('idNumber', idNumber), ...TO_LEADS].reduce(accepted, sale)
          expected.set(household, idNumber)
        }
      }),
    )
  })
})

function accepted(sale: Sale, command: Command): Sale {
  const decision = applyCommand(sale, command)
  if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.failure.sentence}`)
  return decision.value.sale
}
