import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { Pounds } from '../kernel/money.ts'

/**
 * Whether vouchers are open in a lot or district. The office keeps this, because no open file has it (docs/product
 * 20.2).
 */
export type VoucherArea = {
  name: string
  state: 'open' | 'closed' | 'unknown'
  /** The first and the last day on which it is open; null if there is no such day. */
  openFrom: CalendarDate | null
  openTo: CalendarDate | null
  /** The highest voucher of the area in pounds; null if the office has not entered one. */
  maxVoucher: Pounds | null
  /** When a person last looked at the source. */
  checkedOn: CalendarDate
  sourceUrl: string | null
}

/** If a person has not checked an area for longer than this, its state counts as unknown. */
const MAX_UNCHECKED_DAYS = 90
const DAY_MS = 86_400_000

/** Returns whether, on a day in London, the last check of an area is more than 90 days ago. */
export const isUnchecked = ({ checkedOn }: Pick<VoucherArea, 'checkedOn'>, today: CalendarDate): boolean =>
  Date.parse(today) - Date.parse(checkedOn) > MAX_UNCHECKED_DAYS * DAY_MS

/** Returns the state of an area on a day. An open area whose last check is more than 90 days ago is `unknown`. */
export function stateOn(area: VoucherArea, today: CalendarDate): VoucherArea['state'] {
  const { state, openFrom, openTo } = area
  if (state !== 'open') return state
  if ((openFrom !== null && today < openFrom) || (openTo !== null && today > openTo)) return 'closed'
  return isUnchecked(area, today) ? 'unknown' : 'open'
}
