import type { OpportunityStatus } from '#domain/opportunity/status.ts'
import type { Change } from './changes.ts'

/**
 * Counts what a phone could load, without loading it. Needs the public key.
 *
 * - `GET /` returns {@link Territory}
 * - `GET /sales?area=` returns {@link SalesTally}[] of one area, or of all areas without the parameter
 *
 * An area has the name that its leads give; `''` means rows without an area.
 */
export const TERRITORY_PATH = '/functions/v1/territory'

/** The max number of leads, and of sales, on a phone. If there are more, it takes those of one area. */
export const MAX_ROWS_ON_A_PHONE = 20_000

export type Area = { area: string; leads: number; sales: number }

export type Territory = {
  leads: number
  sales: number
  /** Every area with leads or sales, by name; rows without an area come last. */
  areas: Area[]
}

/** The number of sales with a status and their total value in pounds. */
export type SalesTally = { status: OpportunityStatus; count: number; value: number }

/** Returns whether a phone must limit itself to one area. */
export const isTooMuch = ({ leads, sales }: Territory) => Math.max(leads, sales) > MAX_ROWS_ON_A_PHONE

/** Returns a change as a phone with one area sees it: a row that has left the area is deleted. */
export function changeIn(area: string | undefined, change: Change): Change {
  const hasLeft = area !== undefined && (change.record.area ?? '') !== area
  return hasLeft ? { ...change, type: 'DELETE' } : change
}
