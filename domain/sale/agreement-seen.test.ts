import { expect, test } from 'vitest'
import { leadWith } from '../testing/lead-with.ts'
import { applyCommand } from './apply-command.ts'
import type { Command } from './commands.ts'
import { newSale, type Sale } from './sale.ts'

const FIRST = '2026-11-24T12:00:00.000Z'
const LATER = '2026-11-24T12:01:40.000Z'
const LEAD = leadWith({ contact_name: 'Ada King', contact_email: 'ada@example.org', contact_phone: '07000' })

const see = (at: string): Command => ({ type: 'see-agreement', at, nonce: 'AAECAwQFBgcICQoLDA0ODw' })
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

test('starts again if the agreement changes, and not if the customer goes back and changes nothing', () => {
  const back: Command = { type: 'back' }
  expect(saleAfter(...TO_CONTRACT, see(FIRST), back, enterId).agreementSeenAt).toBe(FIRST)
  const rename: Command = { type: 'enter-customer', field: 'firstName', value: 'Augusta' }
  expect(saleAfter(...TO_CONTRACT, see(FIRST), back, rename).agreementSeenAt).toBeNull()
})

test('refuses the moment on any other step', () => {
  expect(applyCommand(newSale('sale_1_a'), see(FIRST))).toMatchObject({ failure: { rule: 'wrong-step' } })
})
