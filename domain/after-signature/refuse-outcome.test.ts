import { expect, test } from 'vitest'
import { refuseOutcome, type SaleOfOutcome } from './refuse-outcome.ts'
import { SALE_OUTCOMES, type SaleOutcome, type SaleOutcomeKind } from './sale-outcome.ts'

const TODAY = '2026-07-20'
const SIGNED: SaleOfOutcome = {
  contract_timestamp: '2026-07-08T09:00:00.000Z',
  received_at: '2026-07-08T11:00:00.000Z',
  outcomes: [],
}
const complaint = (
  kind: SaleOutcomeKind,
  taken_back_at: string | null = null,
): Pick<SaleOutcome, 'kind' | 'taken_back_at'> => ({ kind, taken_back_at })

/** Returns the rule that an outcome breaks if it is otherwise complete. */
function ruleOf(kind: SaleOutcomeKind, changed: object = {}, sale: Partial<SaleOfOutcome> = {}) {
  const amount = kind === 'clawback' ? 120 : null
  const outcome = { kind, happened_on: '2026-07-15', amount, words: 'Called', ...changed }
  const outcomes = kind === 'complaint-closed' ? [complaint('complaint-opened')] : []
  return refuseOutcome(outcome, { ...SIGNED, outcomes, ...sale }, TODAY)?.rule
}

test.each(SALE_OUTCOMES)('accepts %s for a signed sale, and refuses it before the signature', (kind) => {
  expect(ruleOf(kind)).toBe(undefined)
  expect(ruleOf(kind, {}, { received_at: null })).toBe('outcome_needs_a_signature')
})

test.each([
  ['installed', { happened_on: '2026-07-08' }, undefined],
  ['installed', { happened_on: '2026-07-07' }, 'outcome_after_signature'],
  ['installed', { happened_on: TODAY }, undefined],
  ['installed', { happened_on: '2026-07-21' }, 'outcome_not_in_future'],
  ['install-booked', { happened_on: '2026-07-21' }, undefined],
  ['install-booked', { happened_on: '2028-07-21' }, 'booking_within_two_years'],
  ['clawback', { amount: null }, 'clawback_needs_an_amount'],
  ['cancelled', { amount: 5 }, 'only_a_clawback_has_an_amount'],
  ['note', { words: ' \n' }, 'note_needs_words'],
  ['installed', { words: '' }, undefined],
] as const)('%s with %o: %s', (kind, changed, rule) => expect(ruleOf(kind, changed)).toBe(rule))

test('uses the day on which the server received the signature if the phone’s clock was ahead', () => {
  const ahead = { contract_timestamp: '2026-07-19T09:00:00.000Z' }
  expect(ruleOf('installed', { happened_on: '2026-07-08' }, ahead)).toBe(undefined)
  expect(ruleOf('installed', { happened_on: '2026-07-07' }, ahead)).toBe('outcome_after_signature')
})

test('closes a complaint only while one is open', () => {
  const close = (...outcomes: SaleOfOutcome['outcomes']) => ruleOf('complaint-closed', {}, { outcomes })
  expect(close()).toBe('no_complaint_is_open')
  expect(close(complaint('complaint-opened', '2026-07-16T09:00:00.000Z'))).toBe('no_complaint_is_open')
  const closedOnce = [complaint('complaint-opened'), complaint('complaint-closed')]
  expect(close(...closedOnce)).toBe('no_complaint_is_open')
  expect(close(...closedOnce, complaint('complaint-opened'))).toBe(undefined)
})
