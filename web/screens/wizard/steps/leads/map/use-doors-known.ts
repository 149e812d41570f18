import { useMemo } from 'react'
import type { DoorsKnown } from '#domain/street/map-dots.ts'
import type { Point } from '#domain/street/point.ts'
import { closedDoors } from '../../../../../lists/closed-doors.ts'
import { thisPhone } from '../../../../../storage/this-phone.ts'
import { visitsOn } from '../../../../../street/visits-on.ts'
import { useStore } from '../../../../../use-store.ts'

/** Returns where the doors are and what this phone knows about them, online or offline. */
export function useDoorsKnown(): DoorsKnown {
  const { doors, places } = useStore(visitsOn(thisPhone))
  const isClosed = useStore(closedDoors)
  const byLead = useMemo(
    () =>
      new Map(
        places.flatMap(({ lead_id, lat, lon }): [string, Point][] =>
          lat === null || lon === null ? [] : [[lead_id, { lat, lon }]],
        ),
      ),
    [places],
  )
  return useMemo(
    () => ({
      places: byLead,
      stateOf: (lead) => (isClosed(lead) ? 'do-not-knock' : doors.get(lead.id)?.state),
    }),
    [byLead, doors, isClosed],
  )
}
