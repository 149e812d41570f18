import { type CalendarDate, londonDateOf } from '../cooling-off/calendar-date.ts'
import type { SaleOutcome, SaleOutcomeKind } from './sale-outcome.ts'

/** The outcomes that can be the standing of a sale. The others, such as notes and complaints, do not change it. */
export const STANDINGS = [
  'install-booked',
  'installed',
  'failed-install',
  'cancelled-in-cooling-off',
  'cancelled',
  'clawback',
] as const satisfies readonly SaleOutcomeKind[]
export type Standing = (typeof STANDINGS)[number]

const isStanding = (kind: SaleOutcomeKind): kind is Standing => STANDINGS.some((one) => one === kind)

type Dated = Pick<SaleOutcome, 'id' | 'happened_on' | 'recorded_at'>
type Stored = Dated & Pick<SaleOutcome, 'kind' | 'taken_back_at'>

/**
 * Returns the standing of a sale: of the outcomes that count, the one that counts from the latest day or, if several
 * count from that day, the one recorded last. Undefined if it has none (docs/product 23.1).
 */
export function standingOf(
  outcomes: readonly Stored[],
): { kind: Standing; happened_on: CalendarDate } | undefined {
  const [latest] = outcomes
    .flatMap(({ kind, taken_back_at, ...one }) =>
      taken_back_at === null && isStanding(kind) ? [{ ...one, kind }] : [],
    )
    .toSorted(byLatest)
  return latest && { kind: latest.kind, happened_on: latest.happened_on }
}

/** Returns the earlier of the outcome's day and the day in London on which it was recorded. */
const countsFrom = ({ happened_on, recorded_at }: Dated): CalendarDate => {
  // A booking is for a day to come, and must not outrank what happens before that day.
  const recordedOn = londonDateOf(recorded_at)
  return happened_on < recordedOn ? happened_on : recordedOn
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const byLatest = (one: Dated, other: Dated): number =>
  compare(countsFrom(other), countsFrom(one)) ||
  Date.parse(other.recorded_at) - Date.parse(one.recorded_at) ||
  compare(one.id, other.id)
