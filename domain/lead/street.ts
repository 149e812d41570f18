import type { Lead } from './lead.ts'
import { type IndexedLead, naturalKey } from './lead-order.ts'
import { plateOf } from './plate.ts'

/** The doors of a street, in order of number. Doors without an even number are on the odd side. */
export type Street = { name: string; even: readonly Lead[]; odd: readonly Lead[] }

const OUTWARD_CODE = /^\S*/

/**
 * Returns the street of an address with its doors among the leads; undefined if the address has no number. Streets with
 * the same name differ by outward code.
 */
export function streetOf(
  { street_address, postcode }: Pick<Lead, 'street_address' | 'postcode'>,
  leads: Iterable<IndexedLead>,
): Street | undefined {
  const name = plateOf(street_address)?.rest
  if (name === undefined) return undefined
  const key = `${naturalKey(name)}\n`
  const [outward = ''] = OUTWARD_CODE.exec(postcode) ?? []
  const doors = [...leads]
    .filter(({ lead, addressOrder }) => addressOrder.startsWith(key) && lead.postcode.startsWith(outward))
    .toSorted((a, b) => (a.addressOrder < b.addressOrder ? -1 : 1))
    .map(({ lead }) => lead)
  const isEven = (lead: Lead) => Number.parseInt(plateOf(lead.street_address)?.number ?? '1', 10) % 2 === 0
  return { name, even: doors.filter(isEven), odd: doors.filter((lead) => !isEven(lead)) }
}
