import { expect, test } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import { applyCommand } from './apply-command.ts'
import type { Command } from './commands.ts'
import { newSale, type Sale } from './sale.ts'

const FIRST = '2026-11-24T12:00:00.000Z'
const LATER = '2026-11-24T12:01:40.000Z'
const LEAD = leadWith({ contact_name: 'Ada King', contact_email: 'ada@example.org', contact_phone: '07000' })

const FRAME = '["2026-11"]'

const see = (at: string, toEnd = true, frame = FRAME): Command => ({
  type: 'see-agreement',
  at,
  toEnd,
  nonce: 'AAECAwQFBgcICQoLDA0ODw',
  frame,
})
const sign: Command = { type: 'sign', signature: { kind: 'typed', name: 'Ada King' } }
const enterId: Command = { type: 'enter-customer', field: 'idNumber', value: '18151210-1234' }
const TO_CONTRACT: Command[] = [
  { type: 'select-lead', lead: LEAD, localArea: 'Riverside' },
  { type: 'continue-with-lead' },
  { type: 'choose-package', packageId: 'basic' },
  { type: 'continue-to-contract' },
  enterId,
  { type: 'confirm-customer' },
]

function saleAfter(...commands: Command[]): Sale {
  return commands.reduce((sale, command) => {
    const decision = applyCommand(sale, command)
    if (!decision.ok) throw new Error(decision.failure.sentence)
    return decision.value.sale
  }, newSale('sale_1_a'))
}

test('keeps when the end of the agreement was first on the screen', () => {
  expect(saleAfter(...TO_CONTRACT, see(FIRST), see(LATER)).agreementSeenAt).toBe(FIRST)
})

test('keeps when the agreement was first on the screen, before its end was', () => {
  const shown = saleAfter(...TO_CONTRACT, see(FIRST, false))
  expect(shown).toMatchObject({ agreementShownAt: FIRST, agreementSeenAt: null })
  const seen = saleAfter(...TO_CONTRACT, see(FIRST, false), see(LATER))
  expect(seen).toMatchObject({ agreementShownAt: FIRST, agreementSeenAt: LATER })
})

test('voids the signature if the company or the template has changed since', () => {
  const signed = saleAfter(...TO_CONTRACT, see(FIRST), sign, see(LATER))
  expect(signed).toMatchObject({ signature: { name: 'Ada King' }, agreementShownAt: FIRST })
  const changed = saleAfter(...TO_CONTRACT, see(FIRST), sign, see(LATER, false, '["2027-01"]'))
  expect(changed).toMatchObject({
    signature: null,
    mustSignAgain: true,
    agreementShownAt: LATER,
    agreementSeenAt: null,
  })
})

test('starts again if the agreement changes, but not if the customer goes back without a change', () => {
  const back: Command = { type: 'back' }
  expect(saleAfter(...TO_CONTRACT, see(FIRST), back, enterId).agreementSeenAt).toBe(FIRST)
  const rename: Command = { type: 'enter-customer', field: 'firstName', value: 'Augusta' }
  expect(saleAfter(...TO_CONTRACT, see(FIRST), back, rename)).toMatchObject({
    agreementShownAt: null,
    agreementSeenAt: null,
  })
})

test('is refused on any other step', () => {
  expect(applyCommand(newSale('sale_1_a'), see(FIRST))).toMatchObject({ failure: { rule: 'wrong-step' } })
})
