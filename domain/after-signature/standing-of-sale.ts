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

/**
 * Returns the standing of a sale: the outcome of the latest day or, if several have the same day, the one recorded
 * last. Undefined if it has none. Expects the latest outcome first.
 */
export function standingOf(
  outcomes: readonly Pick<SaleOutcome, 'kind' | 'happened_on' | 'taken_back_at'>[],
): { kind: Standing; happened_on: string } | undefined {
  for (const { kind, happened_on, taken_back_at } of outcomes)
    if (taken_back_at === null && isStanding(kind)) return { kind, happened_on }
  return undefined
}
