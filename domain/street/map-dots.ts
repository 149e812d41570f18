import type { Lead } from '../lead/lead.ts'
import type { DoorState } from './door.ts'
import { distanceM, type Point } from './point.ts'

/** A lead on the map. */
export type MappedDoor = { lead: Lead; state: DoorState; point: Point }

/** The doors at one point; most points have one. `state` is the state that they share. */
export type Dot = { point: Point; doors: readonly MappedDoor[]; state: DoorState | 'several' }

export type DoorsKnown = {
  places: ReadonlyMap<string, Point>
  /** Returns the state of a lead's door, without regard to the lead's status; undefined if it has none. */
  stateOf: (lead: Lead) => DoorState | undefined
}

/**
 * Puts leads on the map (docs/product 18.3). Returns the dots at their true points, and the leads whose place is not
 * known: a place is never guessed. Doors at one point, such as flats, share a dot.
 */
export function dotsOf(
  leads: readonly Lead[],
  { places, stateOf }: DoorsKnown,
): { dots: Dot[]; unplaced: Lead[] } {
  const byPoint = new Map<string, MappedDoor[]>()
  const unplaced: Lead[] = []
  for (const lead of leads) {
    const place = places.get(lead.id)
    if (!place) {
      unplaced.push(lead)
      continue
    }
    const { lat, lon } = place
    const door = {
      lead,
      state: doorStateOf(lead, stateOf),
      point: { lat, lon },
    }
    const key = `${lat}/${lon}`
    const doors = byPoint.get(key)
    if (doors) doors.push(door)
    else byPoint.set(key, [door])
  }
  return { dots: Array.from(byPoint.values(), dotOf), unplaced }
}

/** Returns the state of a lead's door. A sale counts before anything else. */
export const doorStateOf = <One extends Pick<Lead, 'status'>>(
  lead: One,
  stateOf: (lead: One) => DoorState | undefined,
): DoorState => (lead.status === 'closed-won' ? 'sold' : (stateOf(lead) ?? 'unvisited'))

function dotOf(doors: MappedDoor[]): Dot {
  const [first] = doors as [MappedDoor]
  const isSame = doors.every(({ state }) => state === first.state)
  return { point: first.point, doors, state: isSame ? first.state : 'several' }
}

/** Returns whether a tap selects a door. It does not if the door is on the register. */
export const canSelect = ({ state }: Pick<MappedDoor, 'state'>) => state !== 'do-not-knock'

/** Returns the dot nearest to a place, if it is within `reachM` metres. */
export function nearestDot(dots: readonly Dot[], place: Point, reachM: number): Dot | undefined {
  let nearest: Dot | undefined
  let leastM = reachM
  for (const dot of dots) {
    const metres = distanceM(dot.point, place)
    if (metres > leastM) continue
    leastM = metres
    nearest = dot
  }
  return nearest
}
