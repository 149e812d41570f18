import { addDays, type CalendarDate, londonDateOf } from '../cooling-off/calendar-date.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { NewOutcome, SaleOutcome } from './sale-outcome.ts'

/** The rules that an outcome must not break, with their sentences for people (docs/product 23.2). */
export const OUTCOME_RULES = {
  outcome_needs_a_signature: 'Only a signed sale can have outcomes.',
  outcome_after_signature: 'This can’t have happened before the sale was signed. Check the day.',
  outcome_not_in_future: 'This day is in the future. Only an installation can be booked ahead.',
  booking_within_two_years: 'An installation can be booked up to two years ahead. Check the day.',
  clawback_needs_an_amount: 'Enter the amount of the clawback.',
  only_a_clawback_has_an_amount: 'Only a clawback has an amount.',
  note_needs_words: 'Enter a note.',
  no_complaint_is_open: 'No complaint is open on this sale.',
} as const
export type OutcomeRule = keyof typeof OUTCOME_RULES

const MAX_DAYS_AHEAD = 731

/** What the rules need to know about the sale. */
export type SaleOfOutcome = {
  /** When it was signed, by the phone's clock, and when the server received the signature; null before that. */
  contract_timestamp: string | null
  received_at: string | null
  outcomes: readonly Pick<SaleOutcome, 'kind' | 'taken_back_at'>[]
}

/** Returns why an outcome cannot be entered on a sale; undefined if it can. `today` is the day in London. */
export function refuseOutcome(
  outcome: Omit<NewOutcome, 'id'>,
  sale: SaleOfOutcome,
  today: CalendarDate,
): Refusal<OutcomeRule> | undefined {
  const rule = brokenRule(outcome, sale, today)
  return rule && { rule, sentence: OUTCOME_RULES[rule] }
}

function brokenRule(
  { kind, happened_on, amount, words }: Omit<NewOutcome, 'id'>,
  sale: SaleOfOutcome,
  today: CalendarDate,
): OutcomeRule | undefined {
  const signedOn = dayOfSignature(sale)
  if (signedOn === undefined) return 'outcome_needs_a_signature'
  if (happened_on < signedOn) return 'outcome_after_signature'
  if (kind === 'install-booked' && happened_on > addDays(today, MAX_DAYS_AHEAD))
    return 'booking_within_two_years'
  if (kind !== 'install-booked' && happened_on > today) return 'outcome_not_in_future'
  if (kind === 'clawback' && amount === null) return 'clawback_needs_an_amount'
  if (kind !== 'clawback' && amount !== null) return 'only_a_clawback_has_an_amount'
  if (kind === 'note' && words.trim() === '') return 'note_needs_words'
  if (kind === 'complaint-closed' && !hasOpenComplaint(sale.outcomes)) return 'no_complaint_is_open'
  return undefined
}

/** Returns the earlier of the phone's day and the server's, because a phone's clock may be ahead. */
function dayOfSignature({ contract_timestamp, received_at }: SaleOfOutcome): CalendarDate | undefined {
  if (contract_timestamp === null || received_at === null) return undefined
  const [earliest] = [contract_timestamp, received_at].map(londonDateOf).toSorted()
  return earliest
}

/** Returns whether more complaints were opened than closed. */
export function hasOpenComplaint(outcomes: SaleOfOutcome['outcomes']): boolean {
  const count = (kind: SaleOutcome['kind']) =>
    outcomes.filter((one) => one.kind === kind && one.taken_back_at === null).length
  return count('complaint-opened') > count('complaint-closed')
}
