import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { NOTHING_YET, type AgentFields as Row } from './opportunity.ts'
import { decideOpportunity, type OpportunityRule } from './rules.ts'
import { OPPORTUNITY_STATUSES } from './status.ts'

const SIGNATURE = 'data:image/png;base64,iVBORw0KGgo='
const OPEN: Row = {
  ...NOTHING_YET,
  session_id: 'sale_1_a',
  lead_id: 'lead-1',
  customer_location: '2 High St, Riverside, AB1 2CD',
}
const QUALIFIED: Row = {
  ...OPEN,
  status: 'qualified',
  service_package_id: 'basic',
  service_monthly_price: 299,
  service_installation_price: 995,
  customer_discount: 300,
  voucher_amount: 1500,
  total_value: 994,
}
const WON: Row = {
  ...QUALIFIED,
  status: 'closed-won',
  contract_signature: SIGNATURE,
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_ip_address: '0.0.0.0',
}
const LOST: Row = { ...QUALIFIED, status: 'closed-lost' }
/** A sale won without a signature, which only the CRM can do. */
const WON_UNSIGNED: Row = { ...QUALIFIED, status: 'closed-won' }
const NO_PICTURE: Row = { ...WON, contract_signature: 'data:image/ this is no picture' }

function ruleBroken(before: Row | undefined, after: Row): OpportunityRule | 'none' {
  const decision = decideOpportunity(before, after)
  return decision.ok ? 'none' : decision.failure.rule
}

describe('an agent may', () => {
  test.each<[string, Row | undefined, Row]>([
    ['open a sale', undefined, OPEN],
    ['qualify it', OPEN, QUALIFIED],
    ['win it with a signature', QUALIFIED, WON],
    [
      'choose another package before the signature',
      QUALIFIED,
      { ...QUALIFIED, customer_discount: 0, total_value: 1294 },
    ],
    ['send a won sale once more', WON, WON],
    ['write a note on a won sale', WON, { ...WON, notes: 'Ring twice' }],
    ['write a note on a lost sale', LOST, { ...LOST, notes: 'Moved away' }],
    ['win a sale that the CRM lost, with a signature', LOST, WON],
    ['sign a sale that the CRM has won', WON_UNSIGNED, WON],
    ['write a note on a sale that the CRM has won', WON_UNSIGNED, { ...WON_UNSIGNED, notes: 'Ring twice' }],
    [
      'write a note on it although its signature is not an image',
      { ...WON_UNSIGNED, contract_signature: 'signed' },
      { ...WON_UNSIGNED, contract_signature: 'signed', notes: 'Ring twice' },
    ],
    [
      'give a discount as large as the voucher',
      OPEN,
      { ...QUALIFIED, customer_discount: 1500, total_value: -206 },
    ],
    ['leave the total out', OPEN, { ...QUALIFIED, total_value: null }],
  ])('%s', (_, before, after) => expect(decideOpportunity(before, after)).toEqual({ ok: true, value: after }))
})

describe('an agent may not', () => {
  test.each<[string, OpportunityRule, Row | undefined, Row]>([
    ['move a qualified sale back', 'status_never_moves_back', QUALIFIED, { ...QUALIFIED, status: 'open' }],
    ['move a won sale back', 'status_never_moves_back', WON, { ...WON, status: 'qualified' }],
    ['reopen a sale that the CRM lost', 'status_never_moves_back', LOST, { ...LOST, status: 'open' }],
    ['win it without a signature', 'won_needs_a_signature', LOST, { ...WON, contract_signature: null }],
    ['open a sale that the CRM has won', 'status_never_moves_back', WON_UNSIGNED, OPEN],
    ['lose a sale', 'lost_is_set_by_the_crm', OPEN, LOST],
    ['lose a won sale', 'lost_is_set_by_the_crm', WON, { ...WON, status: 'closed-lost' }],
    ['invent a status', 'status_is_known', OPEN, { ...OPEN, status: 'sold' as 'open' }],
    ['begin with a lost sale', 'lost_is_set_by_the_crm', undefined, LOST],
    ['win without a signature', 'won_needs_a_signature', QUALIFIED, { ...WON, contract_signature: null }],
    ['win with an empty signature', 'won_needs_a_signature', QUALIFIED, { ...WON, contract_signature: '' }],
    [
      'win with a word as the signature',
      'won_needs_a_signature',
      QUALIFIED,
      { ...WON, contract_signature: 'signed' },
    ],
    [
      'sign a sale that the CRM has won with text that is no image',
      'won_needs_a_signature',
      WON_UNSIGNED,
      NO_PICTURE,
    ],
    ['rename the customer of a won sale', 'signed_terms_are_sealed', WON, { ...WON, customer_name: 'Bo' }],
    ['sign it again', 'signed_terms_are_sealed', WON, { ...WON, contract_signature: `${SIGNATURE}=` }],
    ['change its voucher', 'signed_terms_are_sealed', WON, { ...WON, voucher_amount: 2000 }],
    ['sell it to another lead', 'signed_terms_are_sealed', WON, { ...WON, lead_id: 'another' }],
    ['forget its total', 'signed_terms_are_sealed', WON, { ...WON, total_value: null }],
    ['ask a negative price', 'amounts_are_not_negative', OPEN, { ...QUALIFIED, service_monthly_price: -1 }],
    [
      'pay for installing',
      'amounts_are_not_negative',
      OPEN,
      { ...QUALIFIED, service_installation_price: -1 },
    ],
    ['have a negative voucher', 'amounts_are_not_negative', OPEN, { ...QUALIFIED, voucher_amount: -1 }],
    ['give a negative discount', 'discount_within_voucher', OPEN, { ...QUALIFIED, customer_discount: -1 }],
    [
      'give more than the voucher',
      'discount_within_voucher',
      OPEN,
      { ...QUALIFIED, customer_discount: 1501 },
    ],
    [
      'give a discount without a voucher',
      'discount_within_voucher',
      OPEN,
      { ...QUALIFIED, voucher_amount: null },
    ],
    ['state a wrong total', 'total_adds_up', OPEN, { ...QUALIFIED, total_value: 993.99 }],
    ['forget the discount in the total', 'total_adds_up', OPEN, { ...QUALIFIED, total_value: 1294 }],
  ])('%s (%s)', (_, rule, before, after) => expect(ruleBroken(before, after)).toBe(rule))

  it('without a sentence that says why', () => {
    expect(decideOpportunity(QUALIFIED, { ...QUALIFIED, status: 'open' })).toEqual({
      ok: false,
      failure: { rule: 'status_never_moves_back', sentence: 'The status of a sale never moves back.' },
    })
  })
})

describe('an agent who continues with a sale that the CRM has closed', () => {
  const stepOn = (before: Row) => decideOpportunity(before, { ...before, ...QUALIFIED, notes: 'Ring twice' })

  test.each([
    ['lost', { ...OPEN, status: 'closed-lost' }],
    ['won', { ...OPEN, status: 'closed-won' }],
  ] as const)('leaves it %s and keeps everything from the step', (_, before) =>
    expect(stepOn(before)).toEqual({
      ok: true,
      value: { ...QUALIFIED, status: before.status, notes: 'Ring twice' },
    }),
  )
})

const anyChange = fc.record(
  {
    status: fc.constantFrom(...OPPORTUNITY_STATUSES),
    contract_signature: fc.constantFrom(null, '', SIGNATURE),
    customer_name: fc.constantFrom('Ada', 'Bo'),
    customer_discount: fc.constantFrom(0, 300, 2000),
    voucher_amount: fc.constantFrom(0, 1500),
  },
  { requiredKeys: [] },
)

/**
 * Returns every state of a sale while an agent tries one change after another. A refused change leaves it as it was.
 */
function historyOf(start: Row, changes: Partial<Row>[]): Row[] {
  const history = [start]
  let row = start
  for (const change of changes) {
    const decision = decideOpportunity(row, { ...row, ...change })
    if (decision.ok) row = decision.value
    history.push(row)
  }
  return history
}

describe('whatever an agent sends, in whatever order,', () => {
  it('the status never moves back and a sale is never lost', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        const ranks = historyOf(OPEN, changes).map(({ status }) =>
          ['open', 'qualified', 'closed-won'].indexOf(status),
        )
        expect(ranks).not.toContain(-1)
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      }),
    )
  })

  it('a signed sale never changes', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        for (const row of historyOf(WON, changes)) expect(row).toEqual(WON)
      }),
    )
  })

  it('a sale that the CRM lost stays lost until it is signed', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        for (const { status, contract_signature } of historyOf(LOST, changes))
          if (status !== 'closed-lost')
            expect([status, contract_signature]).toEqual(['closed-won', SIGNATURE])
      }),
    )
  })

  it('a discount stays within the voucher, and a won sale has a signature', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (changes) => {
        for (const row of historyOf(OPEN, changes)) {
          expect(row.customer_discount ?? 0).toBeLessThanOrEqual(row.voucher_amount ?? 0)
          if (row.status === 'closed-won') expect(row.contract_signature).toBe(SIGNATURE)
        }
      }),
    )
  })
})
