import fc from 'fast-check'
import type { Lead } from '#domain/lead/lead.ts'
import { applyCommand } from '#domain/sale/apply-command.ts'
import type { Command, Fact } from '#domain/sale/commands.ts'
import { newSale, type Sale } from '#domain/sale/sale.ts'
import { leadWith } from '#domain/testing/lead-with.ts'
import { callsForFacts, type SaleCall } from '../sale-calls.ts'

export const IMAGE = 'data:image/png;base64,iVBORw0KGgo='
export const AT = '2026-03-01T10:00:00.123Z'

const lead = (fields: Partial<Lead>): Lead =>
  leadWith({
    id: 'lead-ada',
    contact_name: 'Ada King',
    contact_phone: '01234 567890',
    contact_email: 'ada@example.org',
    ...fields,
  })

const anyLead = fc.constantFrom(
  lead({}),
  lead({ id: 'lead-bo', street_address: '4 High St', voucher_value: '500', contact_name: 'Bo Ek' }),
  lead({ id: 'lead-none', voucher_value: 'none', contact_name: null, contact_email: null }),
  lead({ id: 'lead-sold', status: 'closed-won' }),
)
const anyVerdict = fc.constantFrom(
  { eligible: true as const, voucherAmount: 1500, scheme: 'Project Gigabit Rural' },
  { eligible: true as const, voucherAmount: 500, scheme: 'Project Gigabit Standard' },
  { eligible: false as const, reason: 'Superfast coverage exists' },
)
const anyCustomerField = fc.constantFrom('firstName', 'lastName', 'email', 'phone', 'idNumber')
const NAME = { kind: 'typed' as const, name: 'Ada King' }

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  anyLead.map((lead) => ({ type: 'select-lead' as const, lead, localArea: 'Riverside' })),
  anyVerdict.map((verdict) => ({ type: 'apply-verdict' as const, address: '9 Mill Lane', verdict })),
  fc.constantFrom('basic', 'standard', 'premium').map((id) => ({ type: 'choose-package', packageId: id })),
  fc.double().map((discount) => ({ type: 'set-discount' as const, discount })),
  fc.tuple(anyCustomerField, fc.constantFrom('', ' ', 'Kim')).map(([field, value]) => ({
    type: 'enter-customer' as const,
    field,
    value,
  })),
  fc.constantFrom(null, NAME).map((signature) => ({ type: 'sign' as const, signature })),
  fc.constantFrom('', IMAGE).map((image) => ({ type: 'submit-order' as const, image, at: AT })),
  fc.constantFrom<Command>(
    { type: 'continue-with-lead' },
    { type: 'continue-to-contract' },
    { type: 'confirm-customer' },
    { type: 'back' },
    { type: 'back' },
  ),
  fc.uuid().map((uuid) => ({ type: 'start-new-sale' as const, sessionId: `sale_1_${uuid}` })),
) as fc.Arbitrary<Command>

/** The commands that complete each step, so that random walks also reach the end. */
const ONWARD: Record<Sale['step'], Command[]> = {
  1: [{ type: 'select-lead', lead: lead({}), localArea: 'Riverside' }, { type: 'continue-with-lead' }],
  2: [{ type: 'choose-package', packageId: 'standard' }, { type: 'continue-to-contract' }],
  3: [
    ...(['firstName', 'lastName', 'email', 'phone', 'idNumber'] as const).map((field) => ({
      type: 'enter-customer' as const,
      field,
      value: ' Kim ',
    })),
    { type: 'confirm-customer' },
  ],
  4: [
    { type: 'sign', signature: NAME },
    { type: 'submit-order', image: IMAGE, at: AT },
  ],
  5: [],
}

/** One command of a walk: the sale before and after it, and the calls that it leads to. */
export type Moment = {
  before: Sale
  command: Command
  accepted: boolean
  sale: Sale
  facts: Fact[]
  calls: SaleCall[]
}

/** Returns everything that happens on a walk. Each sale is frozen, so changing one in place throws. */
export function walk(moves: readonly (Command | 'onward')[]): Moment[] {
  const moments: Moment[] = []
  let sale = newSale('sale_1_first')
  for (const move of moves) {
    for (const command of move === 'onward' ? ONWARD[sale.step] : [move]) {
      const before = frozen(sale)
      const decision = applyCommand(before, command)
      const facts = decision.ok ? decision.value.facts : []
      const owed = callsForFacts(decision.ok ? decision.value.sale : before, facts)
      sale = owed.sale
      moments.push({ before, command, accepted: decision.ok, sale, facts, calls: owed.calls })
    }
  }
  return moments
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** Commands in any order. Many of them complete the present step. */
export const anyMoves = fc.array(fc.oneof(anyCommand, anyCommand, fc.constant<'onward'>('onward')), {
  maxLength: 60,
  size: 'max',
})

/** Checks 300 random walks of an agent. */
export const onEveryWalk = (check: (moments: Moment[]) => void) =>
  fc.assert(
    fc.property(anyMoves, (moves) => check(walk(moves))),
    { numRuns: 300 },
  )

/** Checks each sale of 300 random walks by itself. */
export const onEverySession = (check: (moments: Moment[]) => void) =>
  onEveryWalk((moments) => {
    for (const session of Map.groupBy(moments, ({ sale }) => sale.sessionId).values()) check(session)
  })
