import type { SigningRecord } from '../evidence/evidence.ts'
import type { Lead } from '../lead/lead.ts'
import { applyCommand } from '../sale/apply-command.ts'
import type { Command, Fact } from '../sale/commands.ts'
import { type CopyWay, newSale, type Sale } from '../sale/sale.ts'
import { leadWith } from './lead-with.ts'

export const IMAGE = 'data:image/png;base64,iVBORw0KGgo='
export const AT = '2026-03-01T10:00:00.123Z'
export const LEAD = leadWith({
  id: 'lead-ada',
  contact_name: 'Ada King Noel',
  contact_phone: '01234 567890',
  contact_email: 'ada@example.org',
})
export const NEIGHBOUR: Lead = {
  ...LEAD,
  id: 'lead-bo',
  street_address: '4 High St',
  voucher_value: '500',
  contact_name: 'Bo Ek',
  contact_phone: null,
  contact_email: 'bo@example.org',
}

export const select = (lead: Lead): Command => ({ type: 'select-lead', lead, localArea: 'Riverside' })
export const choose = (packageId: 'basic' | 'premium'): Command => ({ type: 'choose-package', packageId })
export const enter = (field: 'idNumber' | 'phone' | 'lastName', value: string): Command => ({
  type: 'enter-customer',
  field,
  value,
})
export const sign: Command = { type: 'sign', signature: { kind: 'typed', name: 'Ada King' } }
export const submit = { type: 'submit-order', image: IMAGE, at: AT } satisfies Command
export const submitWith = (signing: SigningRecord): Command => ({ ...submit, signing })
export const giveCopy = (way: CopyWay, at = AT, number = ''): Command => ({
  type: 'give-copy',
  way,
  at,
  number,
})
export const discount = (amount: number): Command => ({ type: 'set-discount', discount: amount })
export const verdict = (voucherAmount: number): Command => ({
  type: 'apply-verdict',
  address: ' 9 Mill Lane ',
  verdict: { eligible: true, voucherAmount, scheme: 'Project Gigabit Rural' },
})

/** Returns the sale after all commands; throws if one is refused. */
export function saleAfter(...commands: Command[]): Sale {
  return commands.reduce((sale, command) => outcome(sale, command).sale, newSale('sale_1_a'))
}

/** Returns what an accepted command makes of a sale; throws if it is refused. */
export function outcome(sale: Sale, command: Command): { sale: Sale; facts: Fact[] } {
  const decision = applyCommand(sale, command)
  if (!decision.ok) throw new Error(`${command.type} was refused: ${decision.failure.sentence}`)
  return decision.value
}

/** Returns the sentence with which a command is refused, or 'accepted'. */
export function sentence(sale: Sale, command: Command): string {
  const decision = applyCommand(sale, command)
  return decision.ok ? 'accepted' : decision.failure.sentence
}

export const TO_SERVICE: Command[] = [select(LEAD), { type: 'continue-with-lead' }]
export const TO_CUSTOMER: Command[] = [
  ...TO_SERVICE,
  choose('basic'),
  discount(300),
  { type: 'continue-to-contract' },
]
export const TO_CONTRACT: Command[] = [
  ...TO_CUSTOMER,
  enter('idNumber', '19800101-1234'),
  { type: 'confirm-customer' },
]
export const TO_SUBMITTED: Command[] = [...TO_CONTRACT, sign, submit]
