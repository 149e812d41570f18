import type { Lead } from '../lead/lead.ts'
import { naturalKey } from '../lead/lead-order.ts'
import { type AddressParts, parseAddress, streetKeyOf } from './address.ts'
import type { Point } from './point.ts'

/** A door on the walk: the lead, the parts of its address, and its place, if known. */
export type WalkDoor = { lead: Lead; parts: AddressParts; point: Point | undefined }

export type WalkStreet = {
  key: string
  /** As one of its addresses writes it. Undefined if the houses have no street; they then share their sector. */
  name: string | undefined
  /** The sector of its postcodes, such as `LL79 1`, which distinguishes streets with the same name. */
  sector: string
  doors: WalkDoor[]
}

/** Returns a lead as a door of the walk. It parses the address, so keep the result until the lead changes. */
export const doorOf = (lead: Lead, point: Point | undefined): WalkDoor => ({
  lead,
  parts: parseAddress(lead.street_address),
  point,
})

/** Groups doors by street. Neither the streets nor their doors are sorted. */
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

/** Returns the sector of a postcode, such as `LL79 1`. */
export const sectorOf = (postcode: string) => {
  const squeezed = postcode.replace(/\s/g, '').toUpperCase()
  return [squeezed.slice(0, -3), squeezed.slice(-3, -2)].filter(Boolean).join(' ')
}

/** Returns the streets from A to Z; houses without a street come last. */
export const inWalkingOrder = (streets: readonly WalkStreet[]): WalkStreet[] =>
  streets
    .map((street) => ({ street, name: naturalKey(`${street.name ?? '\uffff'}\n${street.key}`) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ street }) => street)
