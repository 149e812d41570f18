import { describe, expect, it, test } from 'vitest'
import {
  AT,
  choose,
  discount,
  enter,
  IMAGE,
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
import { applyCommand } from './apply-command.ts'
import type { Command } from './commands.ts'

describe('a signed order', () => {
  it('holds the signature, its time and the placeholder address', () => {
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
  ])('refuses to change %s', (_, command, path) => {
    const decision = applyCommand(saleAfter(...path), command)
    expect(decision).toMatchObject({ ok: false, failure: { rule: 'wrong-step' } })
  })
})

describe('a lead that a colleague has won in the meantime', () => {
  const signed = saleAfter(...TO_CONTRACT, sign)

  it('is refused at Submit Order if the phone is online', () => {
    expect(sentence(signed, { ...submit, leadStatus: 'closed-won' })).toBe(
      'Already sold: This lead was won before',
    )
  })

  it('does not stop a sale that was signed offline', () => {
    expect(outcome(signed, submit).facts).toEqual([{ type: 'contract-signed' }])
  })
})

describe('a signature', () => {
  const back: Command = { type: 'back' }
  const signed: Command[] = [...TO_CONTRACT, sign]

  it('is kept if the agent goes back and returns without a change', () => {
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
  ])('is void if %s changes', (_what, commands) => {
    expect(saleAfter(...signed, ...commands).signature).toBeNull()
  })
})
