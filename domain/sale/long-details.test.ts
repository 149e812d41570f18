import { expect, test } from 'vitest'
import { MAX_TEXT_LENGTH } from '../kernel/storable-text.ts'
import { agreementOf } from '../testing/agreements.ts'
import { choose, LEAD, saleAfter, select } from '../testing/sale-commands.ts'
import type { Command } from './commands.ts'
import { customerName, NO_CUSTOMER } from './sale.ts'

const PASTED = 'W'.repeat(2 * MAX_TEXT_LENGTH)
const FIELDS = Object.keys(NO_CUSTOMER) as (keyof typeof NO_CUSTOMER)[]
const CHECKED: Command = {
  type: 'apply-verdict',
  address: PASTED,
  verdict: { eligible: true, voucherAmount: 500, scheme: 'Project Gigabit Rural' },
}
const ENTRIES = FIELDS.map((field): Command => ({ type: 'enter-customer', field, value: PASTED }))

const TO_FORM: Command[] = [
  select(LEAD),
  CHECKED,
  { type: 'continue-with-lead' },
  choose('basic'),
  { type: 'continue-to-contract' },
]

test('cuts typed text so that the server accepts the name and every sentence of the agreement', () => {
  const sale = saleAfter(...TO_FORM, ...ENTRIES, { type: 'confirm-customer' })
  const texts = [customerName(sale.customer), ...textsIn(agreementOf(sale))]
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(MAX_TEXT_LENGTH)
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
