import { failed, type Result, success } from '../kernel/result.ts'
import { readCell, writeCell } from './cells.ts'
import { checkValue } from './check-values.ts'
import { type KnownLead, LEAD_FIELDS, type LeadField, type LeadTexts } from './fields.ts'

export type Change = { field: LeadField; from: string; to: string }

/**
 * Returns what a row changes in a stored lead. A blank never overwrites. A cell that equals what an export writes of
 * the stored value changes nothing, whatever it holds. Fails with the reason if any other value is refused.
 */
export function compareLead(known: KnownLead, given: LeadTexts): Result<Change[], string> {
  const changes: Change[] = []
  for (const field of LEAD_FIELDS) {
    const [from, to] = [known[field], given[field]]
    if (to === '' || to === readCell(writeCell(from))) continue
    const checked = checkValue(field, to)
    if (!checked.ok) return checked
    if (!isSame(field, from, checked.value)) changes.push({ field, from, to: checked.value })
  }
  const moves = changes.some(({ field }) => field === 'street_address' || field === 'postcode')
  if (moves && (given.street_address === '' || given.postcode === '')) return failed(HALF_AN_ADDRESS)
  const place = { ...known, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) }
  return isWholePoint(place) ? success(changes) : failed(HALF_A_POINT)
}

const HALF_AN_ADDRESS = 'To change an address, the row needs both address and postcode'
export const HALF_A_POINT = 'Latitude and longitude belong together'
export const isWholePoint = ({ lat, lon }: Pick<LeadTexts, 'lat' | 'lon'>) => (lat === '') === (lon === '')

/**
 * Returns whether a stored value differs only in its spelling, such as `1500.00` and `1500`, or `LL791AB` and
 * `LL79 1AB`.
 */
function isSame(field: LeadField, stored: string, value: string): boolean {
  const checked = stored === '' ? undefined : checkValue(field, stored)
  return checked?.ok === true && checked.value === value
}
