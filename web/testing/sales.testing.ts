import type { StoreNames } from 'idb'
import type { SigningRecord } from '#domain/evidence/evidence.ts'
import { applyCommand } from '#domain/sale/apply-command.ts'
import type { Command } from '#domain/sale/commands.ts'
import { type CopyWay, type Customer, newSale, type Sale } from '#domain/sale/sale.ts'
import { agreementOf, evidenceWith } from '#domain/testing/agreements.ts'
import { leadWith } from '#domain/testing/lead-with.ts'
import { callsForFacts, type SaleCall } from '#protocol/sale-calls.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { saveSale } from '../storage/sale-records.ts'
import type { PhoneSchema } from '../storage/stored.ts'

export const SIGNED_AT = '2026-03-01T10:00:00.000Z'
export const SIGNATURE_PNG = 'data:image/png;base64,iVBORw0KGgo='
export const SIGNATURE_JPEG = 'data:image/jpeg;base64,/9j/'
export const SESSION = 'sale_1767225600000_abc123def'
export const OTHER_SESSION = 'sale_1767225600001_zyx987wvu'
export const LEAD = leadWith({ id: 'lead-1', street_address: '2 High Street', area: 'Ludlow' })
export const CUSTOMER: Customer = {
  firstName: 'Ada',
  lastName: 'King',
  email: 'ada@example.org',
  phone: '01234 567890',
  idNumber: 'AB123',
}

const entered = Object.entries(CUSTOMER).map(
  ([field, value]): Command => ({ type: 'enter-customer', field: field as keyof Customer, value }),
)

const SIGNS: readonly Command[] = [
  { type: 'sign', signature: { kind: 'typed', name: 'Ada King' } },
  { type: 'submit-order', image: SIGNATURE_PNG, at: SIGNED_AT },
]

/** The agent's commands in each step of a sale. */
const STEPS: readonly (readonly Command[])[] = [
  [{ type: 'select-lead', lead: LEAD, localArea: 'Riverside' }, { type: 'continue-with-lead' }],
  [{ type: 'choose-package', packageId: 'standard' }, { type: 'continue-to-contract' }],
  [...entered, { type: 'confirm-customer' }],
  SIGNS,
]

export type Walk = { sale: Sale; calls: SaleCall[] }

/** Returns a sale and all its calls after this many finished steps: 1 opened it, 4 signed it. */
export function saleAfter(steps: 0 | 1 | 2 | 3 | 4, sessionId = SESSION): Walk {
  return STEPS.slice(0, steps)
    .flat()
    .reduce(step, { sale: newSale(sessionId), calls: [] })
}

function step({ sale, calls }: Walk, command: Command): Walk {
  const decision = applyCommand(sale, command)
  if (!decision.ok) throw new Error(decision.failure.sentence)
  const next = callsForFacts(decision.value.sale, decision.value.facts, SIGNATURE_JPEG)
  return { sale: next.sale, calls: [...calls, ...next.calls] }
}

/** Returns a signed sale with recorded evidence, which its ninth call sends. */
export function recordedSale(sessionId = SESSION): Walk {
  const before = saleAfter(3, sessionId)
  const signing: SigningRecord = {
    token: 't'.repeat(22),
    agreement: agreementOf(before.sale),
    evidence: evidenceWith({ session_id: sessionId, signed_at: SIGNED_AT }),
  }
  return SIGNS.map((command) => (command.type === 'submit-order' ? { ...command, signing } : command)).reduce(
    step,
    before,
  )
}

/** Gives a copy of a signed sale. */
export const giveCopy = (walk: Walk, way: CopyWay = 'paper', number = ''): Walk =>
  step(walk, { type: 'give-copy', way, at: SIGNED_AT, number })

/** Saves a sale and all its calls, as the tab `tab`. */
export async function saveWalk(phone: PhoneDatabase, { sale, calls }: Walk, tab = 'tab'): Promise<void> {
  const saved = await saveSale(phone, sale, calls, tab)
  if (!saved.ok) throw new Error(saved.failure)
}

/** Returns the store's rows, in the order of their keys. */
export const rowsIn = <Name extends StoreNames<PhoneSchema>>(phone: PhoneDatabase, store: Name) =>
  phone.use((database) => database.getAll(store))

/** Returns the sequence numbers of the calls in a store. */
export const callsIn = (phone: PhoneDatabase, store: 'outbox' | 'sent' | 'parked'): Promise<number[]> =>
  phone.use(async (database) => (await database.getAllKeys(store)).map(([, sequence]) => sequence))

export const markOf = (phone: PhoneDatabase, mark: PhoneSchema['marks']['key']) =>
  phone.use((database) => database.get('marks', mark))
