import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { DoorState } from './door.ts'

/** What progress needs to know about a door. `next_on` is the day of its call-back if the state is `call-back`. */
export type ProgressDoor = {
  state: DoorState
  next_on: CalendarDate | null
}

export type StreetProgress = {
  doors: number
  /** Excludes doors on the register. */
  visited: number
  sold: number
  callBacksDue: number
  doNotKnock: number
}

/** Counts the progress of agents in a street on a day in London (docs/product 17.3). */
export function streetProgress(doors: readonly ProgressDoor[], today: CalendarDate): StreetProgress {
  const count = (counts: (door: ProgressDoor) => boolean) => doors.filter(counts).length
  return {
    doors: doors.length,
    visited: count(({ state }) => isVisited(state)),
    sold: count(({ state }) => state === 'sold'),
    callBacksDue: count(
      ({ state, next_on }) => state === 'call-back' && next_on !== null && next_on <= today,
    ),
    doNotKnock: count(({ state }) => state === 'do-not-knock'),
  }
}

/**
 * Returns whether a door counts as visited: it has a visit that counts, or was sold. A door on the register is counted
 * separately.
 */
export const isVisited = (state: DoorState) => state !== 'do-not-knock' && state !== 'unvisited'
