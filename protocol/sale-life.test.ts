import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalValue } from '#domain/catalog/pricing.ts'
import type { Lead } from '#domain/lead/lead.ts'
import {
  OPPORTUNITY_TERMS,
  type Opportunity,
  type AgentFields as Row,
} from '#domain/opportunity/opportunity.ts'
import { decideOpportunity } from '#domain/opportunity/rules.ts'
import { applyCommand } from '#domain/sale/apply-command.ts'
import type { Command, Fact } from '#domain/sale/commands.ts'
import { customerName, newSale, type Sale } from '#domain/sale/sale.ts'
import { receiptPayload } from './receipt.ts'
import { callsForFacts, callsToRebuild, correctCustomer, type SaleCall, termsOf } from './sale-calls.ts'

const IMAGE = 'data:image/png;base64,iVBORw0KGgo='
const AT = '2026-03-01T10:00:00.123Z'

const lead = (fields: Partial<Lead>): Lead => ({
  id: 'lead-ada',
  street_address: '2 High St',
  postcode: 'AB1 2CD',
  household_size: 3,
  voucher_value: '1500',
  status: 'new',
  priority: 'high',
  contact_name: 'Ada King',
  contact_phone: '01234 567890',
  contact_email: 'ada@example.org',
  notes: null,
  area: null,
  created_at: AT,
  updated_at: AT,
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

/** What a willing customer and agent do on each step, so that random walks get to the end too. */
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

type Moment = {
  before: Sale
  command: Command
  accepted: boolean
  sale: Sale
  facts: Fact[]
  calls: SaleCall[]
}

/** Everything that happens on a walk. Each sale is frozen, so that changing one in place throws. */
function walk(moves: readonly (Command | 'onward')[]): Moment[] {
  const moments: Moment[] = []
  let sale = newSale('sale_1_first')
  for (const move of moves) {
    for (const command of move === 'onward' ? ONWARD[sale.step] : [move]) {
      const before = frozen(sale)
      const decision = applyCommand(before, command)
      const facts = decision.ok ? decision.value.facts : []
      const told = callsForFacts(decision.ok ? decision.value.sale : before, facts)
      sale = told.sale
      moments.push({ before, command, accepted: decision.ok, sale, facts, calls: told.calls })
    }
  }
  return moments
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

const anyMoves = fc.array(fc.oneof(anyCommand, anyCommand, fc.constant<'onward'>('onward')), {
  maxLength: 60,
  size: 'max',
})

const onEveryWalk = (check: (moments: Moment[]) => void) =>
  fc.assert(
    fc.property(anyMoves, (moves) => check(walk(moves))),
    { numRuns: 300 },
  )

const onEverySession = (check: (moments: Moment[]) => void) =>
  onEveryWalk((moments) => {
    for (const session of Map.groupBy(moments, ({ sale }) => sale.sessionId).values()) check(session)
  })

describe('whatever an agent does, in whatever order,', () => {
  it('the walks of this test get to a signed order, and often', () => {
    const walks = fc.sample(anyMoves, { numRuns: 100, seed: 1 }).map(walk)
    const signed = walks.filter((moments) => moments.some(({ sale }) => sale.contract))
    expect(signed.length).toBeGreaterThan(30)
  })

  it('the step stays within 1 to 5 and moves one at a time', () => {
    onEveryWalk((moments) => {
      for (const { before, command, sale } of moments) {
        expect([1, 2, 3, 4, 5]).toContain(sale.step)
        if (command.type === 'start-new-sale') expect(sale.step).toBe(1)
        else expect(Math.abs(sale.step - before.step)).toBeLessThanOrEqual(1)
      }
    })
  })

  it('a refused command changes nothing and tells nobody', () => {
    onEveryWalk((moments) => {
      for (const { before, accepted, sale, calls } of moments) {
        if (!accepted) expect({ sale, calls }).toEqual({ sale: before, calls: [] })
      }
    })
  })

  it('a discount stays within the voucher, and the voucher is that of the place', () => {
    onEveryWalk((moments) => {
      for (const { service, eligibility } of moments.map(({ sale }) => sale)) {
        if (!service) continue
        expect(service.voucherAmount).toBe(eligibility?.voucherAmount ?? 0)
        expect(service.customerDiscount).toBeGreaterThanOrEqual(0)
        expect(service.customerDiscount).toBeLessThanOrEqual(service.voucherAmount)
      }
    })
  })

  it('a submitted order refuses everything but a new sale', () => {
    onEveryWalk((moments) => {
      for (const { before, command, accepted } of moments) {
        if (before.contract) expect(accepted).toBe(command.type === 'start-new-sale')
      }
    })
  })

  it('an order is submitted only with a lead, a package, a complete customer and a signature', () => {
    onEveryWalk((moments) => {
      for (const { sale } of moments.filter(({ sale }) => sale.contract)) {
        expect(sale).toMatchObject({ step: 5, lead: {}, service: {}, contract: { signature: IMAGE } })
        for (const entry of Object.values(sale.customer)) expect(entry.trim()).not.toBe('')
      }
    })
  })
})

describe('whatever an agent does, the server hears', () => {
  it('of one opening for each sale that was opened, and of none for the others', () => {
    onEverySession((moments) => {
      const openings = moments.flatMap(({ facts }) => facts).filter(isOpening)
      expect(openings).toHaveLength(moments.at(-1)?.sale.opened ? 1 : 0)
    })
  })

  it('calls numbered 1, 2, 3 without a gap, the creation first and once', () => {
    onEverySession((moments) => {
      const calls = moments.flatMap((moment) => moment.calls)
      expect(calls.map(({ sequence }) => sequence)).toEqual(calls.map((_, index) => index + 1))
      expect(moments.at(-1)?.sale.calls).toBe(calls.length)
      expect(calls.findLastIndex(({ kind }) => kind === 'create-opportunity')).toBeLessThanOrEqual(0)
      if (calls.length > 0) expect(calls[0]?.kind).toBe('create-opportunity')
    })
  })

  it('no write that breaks a rule of an opportunity', () => {
    onEverySession((moments) => {
      let row: Row | undefined
      for (const call of moments.flatMap(({ calls }) => calls)) {
        const after = written(row, call)
        expect(decideOpportunity(row, after)).toMatchObject({ ok: true })
        row = after
      }
    })
  })

  it('in the end exactly the terms that the customer signed', () => {
    onEverySession((moments) => {
      const { sale, calls: last } = moments.find(({ sale }) => sale.contract) ?? {}
      if (!sale?.service || !last) return
      const row = moments.flatMap(({ calls }) => calls).reduce(written, EMPTY_ROW)
      expect(row).toMatchObject({
        status: 'closed-won',
        lead_id: sale.lead?.id,
        customer_location: sale.customerLocation?.address,
        customer_name: customerName(sale.customer),
        customer_id_number: sale.customer.idNumber.trim(),
        service_package_id: sale.service.packageId,
        customer_discount: sale.service.customerDiscount,
        voucher_amount: sale.eligibility?.voucherAmount,
        eligibility_scheme: sale.eligibility?.scheme,
        total_value: totalValue(sale.service),
        contract_signature: IMAGE,
        contract_timestamp: AT,
      })
    })
  })

  it('nothing against a voucher that the office corrected before the signature, unless the discount was signed on it', () => {
    const corrected = { eligibility_status: false, eligibility_scheme: 'Superfast here', voucher_amount: 0 }
    const before: Row = { ...EMPTY_ROW, ...corrected, status: 'qualified' }
    onEverySession((moments) => {
      const { sale, calls } = moments.find(({ sale }) => sale.contract) ?? {}
      if (!sale?.service || !calls) return
      const taken = { ok: true, value: { status: 'closed-won', ...corrected } }
      const refused = { ok: false, failure: { rule: 'discount_within_voucher' } }
      expect(decideOpportunity(before, calls.reduce(written, before))).toMatchObject(
        sale.service.customerDiscount === 0 ? taken : refused,
      )
    })
  })
})

describe('whatever an agent sold, the phone', () => {
  const onEverySignedSale = (check: (sale: Sale, calls: SaleCall[]) => void) =>
    onEverySession((moments) => {
      const { sale } = moments.find(({ sale }) => sale.contract) ?? {}
      if (sale)
        check(
          sale,
          moments.flatMap(({ calls }) => calls),
        )
    })
  const rowOf = (calls: readonly SaleCall[], { sessionId: session_id }: Sale) => ({
    ...calls.reduce(written, EMPTY_ROW),
    session_id,
  })

  it('expects the receipt of exactly what its calls have written', () => {
    onEverySignedSale((sale, calls) => {
      expect(receiptPayload(termsOf(sale))).toBe(receiptPayload(rowOf(calls, sale)))
    })
  })

  it('can bring the sale to a server that has lost it, without the calls themselves', () => {
    onEverySignedSale((sale) => {
      const rebuilt = callsToRebuild(sale)
      const row = rowOf(rebuilt, sale)
      expect(row.status).toBe('closed-won')
      expect(receiptPayload(row)).toBe(receiptPayload(termsOf(sale)))
      expect(rebuilt.map(({ sequence }) => sequence)).toEqual([1, 2, Math.max(sale.calls - 1, 3)])
    })
  })

  it('expects the receipt of a corrected customer once its calls are corrected', () => {
    onEverySignedSale((sale, calls) => {
      const customer = { ...sale.customer, email: 'new@example.org', idNumber: '2' }
      const corrected = calls.map((call) => correctCustomer(call, customer))
      const row = rowOf(corrected, sale)
      expect(receiptPayload(termsOf({ ...sale, customer }))).toBe(receiptPayload(row))
    })
  })
})

const isOpening = (fact: Fact) => fact.type === 'location-set' && fact.first

const EMPTY_ROW = Object.fromEntries(
  [...OPPORTUNITY_TERMS, 'total_value', 'voucher_amount'].map((field) => [field, null]),
) as unknown as Row

/** The stored row after a call, as a data API without opinions would leave it. */
function written(row: Row | undefined, call: SaleCall): Row {
  if (call.kind === 'report-progress') return row ?? EMPTY_ROW
  return { ...EMPTY_ROW, ...row, ...(call.body satisfies Partial<Opportunity>) }
}
