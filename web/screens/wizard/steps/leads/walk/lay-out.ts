import type { Lead } from '#domain/lead/lead.ts'
import type { Point } from '#domain/street/point.ts'
import { type Sides, type WalkHouse, walkOrder } from '#domain/street/walk-order.ts'
import {
  doorOf,
  inWalkingOrder,
  streetsOf,
  type WalkDoor,
  type WalkStreet,
} from '#domain/street/walk-streets.ts'
import { createRests } from '../rests.ts'
import { type Streets, sidesOf } from './kept-streets.ts'

/** A street with its houses in walking order. */
export type LaidStreet = { street: WalkStreet; sides: Sides; houses: readonly WalkHouse[] }

export type WalkPlan = {
  leads: readonly Lead[]
  /** The streets whose two sides are walked at once. */
  both: Streets
  /** Where leads are, by id, as far as this is known. */
  points: ReadonlyMap<string, Point>
}

/** Reading an address is the most expensive part, so it is done once for each version of a lead. */
const known = new WeakMap<Lead, WalkDoor>()

/**
 * Lays out the streets in slices, so that it does not hold up taps. Returns undefined if the plan becomes outdated in
 * the meantime.
 */
export async function layOut(
  { leads, both, points }: WalkPlan,
  isOutdated: () => boolean,
): Promise<readonly LaidStreet[] | undefined> {
  const rest = createRests()
  const doors: WalkDoor[] = []
  for (const lead of leads) {
    doors.push(knownDoor(lead, points.get(lead.id)))
    await rest()
    if (isOutdated()) return undefined
  }
  const streets: LaidStreet[] = []
  for (const street of inWalkingOrder(streetsOf(doors))) {
    const sides = sidesOf(both, street.key)
    streets.push({ street, sides, houses: walkOrder(street, sides) })
    await rest()
    if (isOutdated()) return undefined
  }
  return streets
}

function knownDoor(lead: Lead, point: Point | undefined): WalkDoor {
  const before = known.get(lead)
  if (before && before.point === point) return before
  const door = before ? { ...before, point } : doorOf(lead, point)
  known.set(lead, door)
  return door
}
