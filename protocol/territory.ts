import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Change } from './changes.ts'

/**
 * What there is to take, told without reading it, with the public key.
 *
 * - `GET /` answers {@link Territory}
 * - `GET /sales?area=` answers {@link SalesTally}[]: of one area, or of all of them without the parameter
 *
 * An area is named as leads name it; `''` is what has none.
 */
export const TERRITORY_PATH = '/functions/v1/territory'

/** The most leads, and the most sales, that a phone takes; where there are more, it takes those of one area. */
export const MAX_ROWS_ON_A_PHONE = 20_000

export type Area = { area: string; leads: number; sales: number }

export type Territory = {
  leads: number
  sales: number
  /** Every area that has any, by name, the nameless last. */
  areas: Area[]
}

/** How many sales have a status, and what they are worth together, in pounds. */
export type SalesTally = { status: OpportunityStatus; count: number; value: number }

/** Whether a phone has to take one area alone. */
export const isTooMuch = ({ leads, sales }: Territory) => Math.max(leads, sales) > MAX_ROWS_ON_A_PHONE

/** A change as a phone that takes an area has it: what has left the area is gone. */
export function changeIn(area: string | undefined, change: Change): Change {
  const hasLeft = area !== undefined && (change.record.area ?? '') !== area
  return hasLeft ? { ...change, type: 'DELETE' } : change
}
