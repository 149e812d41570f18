import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalValue } from '#domain/catalog/pricing.ts'
import {
  OPPORTUNITY_TERMS,
  type Opportunity,
  type AgentFields as Row,
} from '#domain/opportunity/opportunity.ts'
import { decideOpportunity } from '#domain/opportunity/rules.ts'
import type { Fact } from '#domain/sale/commands.ts'
import { customerName, type Sale } from '#domain/sale/sale.ts'
import { correctCustomer } from './correct-customer.ts'
import { receiptPayload } from './receipt.ts'
import type { SaleCall } from './sale-calls.ts'
import { AT, anyMoves, IMAGE, onEverySession, onEveryWalk, walk } from './testing/sale-walks.ts'
import { callsToRebuild, termsOf } from './whole-sale.ts'

describe('whatever an agent does, in whatever order,', () => {
  it('the random walks often reach a signed order', () => {
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

  it('a refused command changes nothing and makes no calls', () => {
    onEveryWalk((moments) => {
      for (const { before, accepted, sale, calls } of moments) {
        if (!accepted) expect({ sale, calls }).toEqual({ sale: before, calls: [] })
      }
    })
  })

  it('a discount stays within the voucher of the place', () => {
    onEveryWalk((moments) => {
      for (const { service, eligibility } of moments.map(({ sale }) => sale)) {
        if (!service) continue
        expect(service.voucherAmount).toBe(eligibility?.voucherAmount ?? 0)
        expect(service.customerDiscount).toBeGreaterThanOrEqual(0)
        expect(service.customerDiscount).toBeLessThanOrEqual(service.voucherAmount)
      }
    })
  })

  it('a submitted order refuses everything except a new sale', () => {
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

describe('whatever an agent does, the server receives', () => {
  it('one opening for each opened sale, and no others', () => {
    onEverySession((moments) => {
      const openings = moments.flatMap(({ facts }) => facts).filter(isOpening)
      expect(openings).toHaveLength(moments.at(-1)?.sale.opened ? 1 : 0)
    })
  })

  it('calls numbered 1, 2, 3 without a gap, with the creation first and only once', () => {
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

  it('exactly the terms that the customer signed', () => {
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

  it('nothing that breaks a rule after the office corrects the voucher, unless the discount needs it', () => {
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

  it('expects the receipt for exactly what its calls wrote', () => {
    onEverySignedSale((sale, calls) => {
      expect(receiptPayload(termsOf(sale))).toBe(receiptPayload(rowOf(calls, sale)))
    })
  })

  it('can rebuild the sale on a server that has lost it, without the original calls', () => {
    onEverySignedSale((sale) => {
      const rebuilt = callsToRebuild(sale)
      const row = rowOf(rebuilt, sale)
      expect(row.status).toBe('closed-won')
      expect(receiptPayload(row)).toBe(receiptPayload(termsOf(sale)))
      expect(rebuilt.map(({ sequence }) => sequence)).toEqual([1, 2, Math.max(sale.calls - 1, 3)])
    })
  })

  it('expects the receipt for the corrected customer after its calls were corrected', () => {
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

/** Returns the stored row after a call if no rule is applied. */
function written(row: Row | undefined, call: SaleCall): Row {
  if (call.kind !== 'create-opportunity' && call.kind !== 'update-opportunity') return row ?? EMPTY_ROW
  return { ...EMPTY_ROW, ...row, ...(call.body satisfies Partial<Opportunity>) }
}
