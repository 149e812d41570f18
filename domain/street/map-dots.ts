import type { Lead } from '../lead/lead.ts'
import type { DoorState } from './door.ts'
import { distanceM, type Point } from './point.ts'

/** A lead on the map. */
export type MappedDoor = { lead: Lead; state: DoorState; point: Point }

/** The doors at one point; most points have one. `state` is what they have in common. */
export type Dot = { point: Point; doors: readonly MappedDoor[]; state: DoorState | 'several' }

export type DoorsKnown = {
  places: ReadonlyMap<string, Point>
  /** What is known of a lead's door besides its status; undefined if nothing is. */
  stateOf: (lead: Lead) => DoorState | undefined
}

/**
 * Puts leads on the map (docs/product 18.3): dots at their true points, and the leads whose place is not known. A lead is
 * never placed by guessing. Doors at one point, such as flats, share a dot.
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

/** Returns the state of a lead's door. A sale counts before anything else of the door. */
export const doorStateOf = <One extends Pick<Lead, 'status'>>(
  lead: One,
  stateOf: (lead: One) => DoorState | undefined,
): DoorState => (lead.status === 'closed-won' ? 'sold' : (stateOf(lead) ?? 'unvisited'))

function dotOf(doors: MappedDoor[]): Dot {
  const [first] = doors as [MappedDoor]
  const isSame = doors.every(({ state }) => state === first.state)
  return { point: first.point, doors, state: isSame ? first.state : 'several' }
}

/** Whether a tap selects a door there: not a door on the register. */
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
