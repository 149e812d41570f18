import type { CalendarDate } from '../cooling-off/calendar-date.ts'
import type { DoorState } from './door.ts'

/** What counts of a door. `next_on` is the day of its call-back if the state is `call-back`. */
export type ProgressDoor = {
  state: DoorState
  next_on: CalendarDate | null
}

export type StreetProgress = {
  doors: number
  /** Without those on the register. */
  visited: number
  sold: number
  callBacksDue: number
  doNotKnock: number
}

/** Counts how far an agent has come in a street on a day in London (docs/product 17.3). */
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

/** Whether a door counts as visited: a visit counts, or it was sold. One on the register is counted apart. */
export const isVisited = (state: DoorState) => state !== 'do-not-knock' && state !== 'unvisited'
