import type { LeadPlace } from './lead-places.queries.ts'

/** A place in a file, as text. A field is blank or undefined if the file does not give it. */
type GivenPlace = { uprn?: string; lat?: string; lon?: string }

/** Returns a lead's place with the values of a file. A point that belongs to the former UPRN is removed. */
export function changedPlace(
  lead_id: string,
  stored: LeadPlace | undefined,
  { uprn, lat, lon }: GivenPlace,
): LeadPlace {
  const former = stored ?? { uprn: null, lat: null, lon: null, point_source: null, premises_match: null }
  const isOfFormer = uprn !== undefined && uprn !== '' && former.point_source === 'uprn'
  const kept = isOfFormer ? { lat: null, lon: null, point_source: null } : former
  return {
    lead_id,
    uprn: uprn ? Number(uprn) : former.uprn,
    premises_match: uprn ? 'given' : former.premises_match,
    lat: lat ? Number(lat) : kept.lat,
    lon: lon ? Number(lon) : kept.lon,
    point_source: lat || lon ? 'given' : kept.point_source,
  }
}
