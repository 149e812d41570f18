import { useMemo } from 'react'
import { type CalendarDate, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import type { Lead } from '#domain/lead/lead.ts'
import { STATUS_NAMES } from '#domain/opportunity/status-names.ts'
import type { DoorState } from '#domain/street/door.ts'
import { doorInShort } from '#domain/street/door-words.ts'
import { doorStateOf } from '#domain/street/map-dots.ts'
import type { Point } from '#domain/street/point.ts'
import { type StreetProgress, streetProgress } from '#domain/street/street-progress.ts'
import { closedDoors } from '../../../../../lists/closed-doors.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { useStore } from '../../../../../use-store.ts'
import { useDoorsKnown } from '../map/use-doors-known.ts'

/** What this phone knows about the doors on the walk, online or offline. */
export type WalkKnown = {
  places: ReadonlyMap<string, Point>
  stateOf: (lead: Lead) => DoorState
  /** Returns what an agent must know before calling at the door; empty if there is nothing. */
  wordsOf: (lead: Lead) => string
  progressOf: (leads: readonly Lead[]) => StreetProgress
}

export function useWalkKnown(): WalkKnown {
  const { places, stateOf: known } = useDoorsKnown()
  const { doors } = useStore(visitsOn(thisPhone))
  const whyClosed = useStore(closedDoors)
  const today: CalendarDate = londonDateOf(new Date().toISOString())
  return useMemo(() => {
    const stateOf = (lead: Lead) => doorStateOf(lead, known)
    return {
      places,
      stateOf,
      wordsOf(lead) {
        const why = whyClosed(lead)
        if (why !== undefined) return `Do not knock. ${why}`
        const door = doors.get(lead.id)
        if (door && door.state !== 'unvisited') return doorInShort(door)
        return lead.status === 'new' ? '' : STATUS_NAMES[lead.status]
      },
      progressOf: (leads) =>
        streetProgress(
          leads.map((lead) => ({
            state: stateOf(lead),
            next_on: doors.get(lead.id)?.next_on ?? null,
          })),
          today,
        ),
    }
  }, [places, known, doors, whyClosed, today])
}
