import { expect, test } from 'vitest'
import { agreementOf } from '../testing/agreements.ts'
import {
  AT,
  enter,
  NEIGHBOUR,
  saleAfter,
  select,
  sentence,
  sign,
  TO_CONTRACT,
} from '../testing/sale-commands.ts'
import type { Command } from './commands.ts'
import { newSale, type Sale } from './sale.ts'

const SIGNED: Command[] = [...TO_CONTRACT, sign]
const back: Command = { type: 'back' }
const onPaper: Command = { type: 'choose', choices: { copy: 'paper', begin_early: false } }
const early: Command = { type: 'choose', choices: { copy: 'email', begin_early: true } }

test('refuses a choice before step 4', () => {
  expect(sentence(newSale('sale_1_a'), onPaper)).toBe('The sale is on another step.')
})

test.each<[string, Command[]]>([
  ['the copy', [onPaper]],
  ['the early start', [early]],
  ['the email', [back, { type: 'enter-customer', field: 'email', value: 'other@example.org' }]],
  ['the name', [back, enter('lastName', 'Byron')]],
])('voids the signature if %s changes, until the customer signs again', (_, change) => {
  const changed = saleAfter(...SIGNED, ...change)
  expect(changed).toMatchObject({ signature: null, mustSignAgain: true })
  expect(agreementOf(changed)).not.toEqual(agreementOf(saleAfter(...SIGNED)))
  expect(saleAfter(...SIGNED, ...change, sign)).toMatchObject({ mustSignAgain: false })
})

test.each<[string, Command[]]>([['the phone number', [back, enter('phone', '1')]]])(
  'keeps the signature if %s changes',
  (_, change) => {
    const changed: Sale = saleAfter(...SIGNED, ...change)
    expect(changed.signature).not.toBeNull()
    expect(agreementOf(changed)).toEqual(agreementOf(saleAfter(...SIGNED)))
  },
)

test('does not require another household to sign again', () => {
  const moved = saleAfter(...SIGNED, onPaper, back, back, back, select(NEIGHBOUR))
  expect(moved).toMatchObject({ signature: null, mustSignAgain: false, choices: null })
})

test('keeps the first nonce', () => {
  const see = (nonce: string): Command => ({ type: 'see-agreement', at: AT, toEnd: true, nonce, frame: '' })
  expect(saleAfter(...TO_CONTRACT, see('a'), onPaper, see('b'))).toMatchObject({ nonce: 'a' })
})
