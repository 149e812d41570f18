import type { Lead } from '../lead/lead.ts'
import { naturalKey } from '../lead/lead-order.ts'
import { type AddressParts, parseAddress, streetKeyOf } from './address.ts'
import type { Point } from './point.ts'

/** A door as the walk sees it: the lead, what its address says, and where it is, if that is known. */
export type WalkDoor = { lead: Lead; parts: AddressParts; point: Point | undefined }

export type WalkStreet = {
  key: string
  /** As one of its addresses writes it. Undefined for the houses of a sector that have no street. */
  name: string | undefined
  /** The sector of its postcodes, such as `LL79 1`, which distinguishes two streets of one name. */
  sector: string
  doors: WalkDoor[]
}

/** Returns a lead as a door of the walk. It reads the address, so keep the result as long as the lead is the same. */
export const doorOf = (lead: Lead, point: Point | undefined): WalkDoor => ({
  lead,
  parts: parseAddress(lead.street_address),
  point,
})

/** Groups doors by street. Neither the streets nor their doors are in any order. */
export function streetsOf(doors: Iterable<WalkDoor>): WalkStreet[] {
  const streets = new Map<string, WalkStreet>()
  for (const door of doors) {
    const { parts, lead } = door
    const key = streetKeyOf(parts, lead.postcode)
    const known = streets.get(key)
    if (known) known.doors.push(door)
    else streets.set(key, { key, name: parts.street, sector: sectorOf(lead.postcode), doors: [door] })
  }
  return [...streets.values()]
}

/** Returns the sector of a postcode, `LL79 1`. */
export const sectorOf = (postcode: string) => {
  const squeezed = postcode.replace(/\s/g, '').toUpperCase()
  return [squeezed.slice(0, -3), squeezed.slice(-3, -2)].filter(Boolean).join(' ')
}

/** Returns the streets from A to Z; the houses without a street are last. */
export const inWalkingOrder = (streets: readonly WalkStreet[]): WalkStreet[] =>
  streets
    .map((street) => ({ street, name: naturalKey(`${street.name ?? '\uffff'}\n${street.key}`) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ street }) => street)
