import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { Pounds } from '../kernel/money.ts'

/** The outcomes that a sale can have after its signature (docs/product 23.1). */
export const SALE_OUTCOMES = [
  'install-booked',
  'installed',
  'failed-install',
  'cancelled-in-cooling-off',
  'cancelled',
  'complaint-opened',
  'complaint-closed',
  'clawback',
  'note',
] as const
export type SaleOutcomeKind = (typeof SALE_OUTCOMES)[number]

/** An outcome as the office enters it. `happened_on` is a day in London; only a clawback has an amount. */
export type NewOutcome = {
  /** A UUID from the client, so that a repeated request changes nothing. */
  id: string
  kind: SaleOutcomeKind
  happened_on: CalendarDate
  amount: Pounds | null
  words: string
}

/** An outcome as it is stored. If it was taken back, it does not count, but it stays in the events. */
export type SaleOutcome = NewOutcome & { recorded_at: string; taken_back_at: string | null }

export const MAX_OUTCOME_WORDS = 1_000
/** Far more than a company takes back for one sale. */
export const MAX_CLAWBACK: Pounds = 100_000
