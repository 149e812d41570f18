import type { Lead } from '#domain/lead/lead.ts'
import type { Dot, MappedDoor } from '#domain/street/map-dots.ts'
import { countOf } from '../../../../../ui/wording.ts'
import { DoorChoice } from './door-choice.tsx'
import type { MapPlace } from './map-moves.ts'

/** The agent reaches further doors by zooming in. */
const MAX_LISTED = 30

type DoorsHereProps = {
  dots: readonly Dot[]
  place: MapPlace | undefined
  selectedId: string | undefined
  onSelect: (lead: Lead) => void
}

/** The doors that the map shows now, for keyboards and screen readers: the group `Leads` of this view. */
export function DoorsHere({ dots, place, selectedId, onSelect }: DoorsHereProps) {
  if (!place) return null
  const doors = doorsIn(dots, place)
  const nearest = doors.slice(0, MAX_LISTED)
  const listed = nearest.sort((one, other) =>
    IN_ORDER.compare(one.lead.street_address, other.lead.street_address),
  )
  return (
    <section aria-labelledby="doors-in-view" className="flex flex-col">
      <h2 id="doors-in-view" className="text-sm font-semibold">
        {countOf(doors.length, 'door')} in view
      </h2>
      {doors.length > MAX_LISTED && (
        <p className="text-sm text-muted">
          The {MAX_LISTED} nearest to the middle. Zoom in for others, or use Walk for all of them.
        </p>
      )}
      <DoorChoice name="Leads" doors={listed} selectedId={selectedId} onSelect={onSelect} />
    </section>
  )
}

const IN_ORDER = new Intl.Collator('en-GB', { numeric: true })

/** Returns the doors in view, nearest to the middle first. */
function doorsIn(dots: readonly Dot[], { bounds }: MapPlace): MappedDoor[] {
  const [west = 0, south = 0, east = 0, north = 0] = bounds
  // A degree of longitude is shorter than one of latitude. For this order the factor need not be exact.
  const awayOf = ({ point: { lat, lon } }: Dot) =>
    Math.max(Math.abs(lat - (south + north) / 2) * 1.7, Math.abs(lon - (west + east) / 2))
  return dots
    .filter(({ point: { lat, lon } }) => lon > west && lon < east && lat > south && lat < north)
    .map((dot) => ({ dot, away: awayOf(dot) }))
    .sort((one, other) => one.away - other.away)
    .flatMap(({ dot }) => dot.doors)
}
