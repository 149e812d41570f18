import { describe, expect, it, test } from 'vitest'
import { AGENT_COLUMNS, OPPORTUNITY_TERMS } from '#domain/opportunity/opportunity.ts'
import type { Fact } from '#domain/sale/commands.ts'
import { sessionIdFrom } from '#domain/sale/session-id.ts'
import { idempotencyKeyOf, requestIdOf } from './call-keys.ts'
import type { ProgressStep } from './functions.ts'
import {
  AT_THE_DOOR,
  CHOSEN,
  ELIGIBILITY_WRITTEN,
  ENTERED,
  FILLED,
  JPEG,
  LOCATION_MOVED,
  LOCATION_SET,
  PACKAGE_WRITTEN,
  PNG,
  progressCall,
  SIGNED,
  tableCall,
} from './sale-calls.testing.ts'
import { callsForFacts } from './sale-calls.ts'
import { callsToRebuild, termsOf } from './whole-sale.ts'

describe('the opportunity', () => {
  it('gets every column that an agent sets, and every term', () => {
    const written = Object.assign({}, ...callsToRebuild(SIGNED).map(({ body }) => body))
    const NOT_FROM_THE_WIZARD = ['notes', 'ghl_opportunity_id', 'last_ghl_sync']
    const isMissing = (column: string) => !NOT_FROM_THE_WIZARD.includes(column) && !written[column]
    expect(AGENT_COLUMNS.filter(isMissing)).toEqual([])
    const terms = termsOf(SIGNED)
    expect(OPPORTUNITY_TERMS.filter((term) => terms[term] === null)).toEqual([])
  })

  it('is created with only session, status, place and lead', () => {
    expect(tableCall(AT_THE_DOOR, LOCATION_SET)).toEqual({
      kind: 'create-opportunity',
      sessionId: 'sale_1_a',
      sequence: 1,
      body: {
        session_id: 'sale_1_a',
        status: 'open',
        customer_location: '2 High St, Riverside, AB1 2CD',
        lead_id: 'lead-1',
      },
    })
  })

  it('is qualified with the package, the discount and the total', () => {
    expect(tableCall(CHOSEN, { type: 'service-chosen' })).toMatchObject({
      kind: 'update-opportunity',
      body: {
        status: 'qualified',
        ...ELIGIBILITY_WRITTEN,
        ...PACKAGE_WRITTEN,
      },
    })
  })

  it('gets the customer without surrounding blanks, and keeps its status', () => {
    expect(tableCall(ENTERED, { type: 'customer-entered' })?.body).toEqual({
      customer_name: 'Ada King',
      customer_email: 'ada@example.org',
      customer_phone: '01234 567890',
      customer_id_number: '19800101-1234',
    })
  })

  it('is won with the contract and exactly what the agreement says', () => {
    expect(tableCall(SIGNED, { type: 'contract-signed' })?.body).toEqual({
      status: 'closed-won',
      customer_name: 'Ada King',
      customer_location: '2 High St, Riverside, AB1 2CD',
      ...PACKAGE_WRITTEN,
      contract_signature: PNG,
      contract_timestamp: '2026-03-01T10:00:00.123Z',
      contract_ip_address: '0.0.0.0',
    })
  })

  it('moves to another place without a change of status', () => {
    expect(tableCall(AT_THE_DOOR, LOCATION_MOVED)).toMatchObject({
      kind: 'update-opportunity',
      body: { lead_id: 'lead-1', voucher_amount: 1500, eligibility_status: true },
    })
    expect(tableCall(AT_THE_DOOR, LOCATION_MOVED)?.body).not.toHaveProperty('status')
  })

  it('loses the customer of the earlier household if it moves to another', () => {
    expect(tableCall(FILLED, LOCATION_MOVED)?.body).toMatchObject({
      customer_name: null,
      customer_email: null,
      customer_phone: null,
      customer_id_number: null,
    })
  })

  it('gets a confirmed customer back with their own household', () => {
    expect(tableCall(ENTERED, LOCATION_MOVED)?.body).toMatchObject({
      customer_name: 'Ada King',
      customer_id_number: '19800101-1234',
    })
  })

  it('keeps its price at another place, so that the total still adds up', () => {
    expect(tableCall(CHOSEN, LOCATION_MOVED)?.body).toMatchObject({
      customer_discount: 300,
      voucher_amount: 1500,
      total_value: 994,
    })
  })
})

describe('the automation service', () => {
  test.each<[Fact, ProgressStep]>([
    [LOCATION_SET, 'eligibility-check'],
    [LOCATION_MOVED, 'eligibility-check'],
    [{ type: 'service-chosen' }, 'service-selection'],
    [{ type: 'customer-entered' }, 'customer-details'],
    [{ type: 'contract-signed' }, 'contract-signed'],
  ])('receives after %j the step %s', (fact, step) =>
    expect(progressCall(SIGNED, fact)).toMatchObject({ kind: 'report-progress', body: { step } }),
  )

  it('gets the fixed fields and no others', () => {
    expect(progressCall(SIGNED, { type: 'contract-signed' }, JPEG)?.body).toEqual({
      session_id: 'sale_1_a',
      step: 'contract-signed',
      name: 'Ada King',
      email: 'ada@example.org',
      phone: '01234 567890',
      address: '2 High St, Riverside, AB1 2CD',
      product: 'Basic Broadband',
      voucher_used: 1500,
      rep: 'Field Agent',
      id_document: '',
      signature: JPEG,
      raw_data: {
        hasCustomer: true,
        hasLocation: true,
        hasEligibility: true,
        hasService: true,
        hasContract: true,
        hasIdDocument: false,
        hasSignature: true,
      },
    })
  })

  it.each<Fact>([LOCATION_SET, LOCATION_MOVED, { type: 'service-chosen' }])(
    'receives no customer after %j while the form only holds the contact of the lead',
    (fact) => {
      const { body } = progressCall(FILLED, fact) ?? {}
      expect(body).toMatchObject({ name: '', email: '', phone: '', raw_data: { hasCustomer: false } })
      expect(progressCall(ENTERED, fact)?.body).toMatchObject({
        name: 'Ada King',
        raw_data: { hasCustomer: true },
      })
    },
  )

  it('gets the same fields, still empty, after the first step', () => {
    expect(progressCall(AT_THE_DOOR, LOCATION_SET)?.body).toEqual({
      session_id: 'sale_1_a',
      step: 'eligibility-check',
      name: '',
      email: '',
      phone: '',
      address: '2 High St, Riverside, AB1 2CD',
      product: '',
      voucher_used: 1500,
      rep: 'Field Agent',
      id_document: '',
      signature: '',
      raw_data: {
        hasCustomer: false,
        hasLocation: true,
        hasEligibility: true,
        hasService: false,
        hasContract: false,
        hasIdDocument: false,
        hasSignature: false,
      },
    })
  })
})

describe('calls', () => {
  it('continue the numbers of earlier calls, and the sale counts them', () => {
    const { sale, calls } = callsForFacts({ ...CHOSEN, calls: 4 }, [
      { type: 'service-chosen' },
      { type: 'details-prefilled' },
      { type: 'customer-entered' },
    ])
    expect(calls.map(({ sequence }) => sequence)).toEqual([5, 6, 7, 8])
    expect(sale).toEqual({ ...CHOSEN, calls: 8 })
    expect(calls.map(idempotencyKeyOf)).toEqual(['sale_1_a:5', 'sale_1_a:6', 'sale_1_a:7', 'sale_1_a:8'])
  })

  it('have log ids that differ by sale and number, and stay the same if sent again', () => {
    const [one, other] = [0.25, 0.75].map((random) => sessionIdFrom(1_760_000_123_456, random))
    const ids = [one, other].flatMap((sessionId = '') =>
      [1, 2, 1].map((sequence) => requestIdOf({ sessionId, sequence })),
    )
    expect(new Set(ids).size).toBe(4)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/)
  })

  it('are not made for facts that concern only the agent', () => {
    expect(callsForFacts(CHOSEN, [{ type: 'details-prefilled' }])).toEqual({ sale: CHOSEN, calls: [] })
  })
})
