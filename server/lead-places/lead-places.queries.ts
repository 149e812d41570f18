import { sql } from 'kysely'
import type { LeadPlaceRow } from '../db/rows/sales.ts'
import type { Db } from '../db/schema.ts'
import { activeVersion } from '../premises/premises.queries.ts'

/** The place of a lead's premises (docs/product 21.1). */
export type LeadPlace = LeadPlaceRow

const COLUMNS = ['lead_id', 'uprn', 'lat', 'lon', 'point_source', 'premises_match'] as const

/** Returns the known places of these leads. Leads without a known place are missing. */
export async function findPlaces(db: Db, leadIds: readonly string[]): Promise<LeadPlace[]> {
  const { rows } = await sql<LeadPlace>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))} from lead_places
    where lead_id = any(${leadIds}::uuid[]) order by lead_id`.execute(db)
  return rows
}

/**
 * Sets the places of leads, each named at most once. Ignores leads that are gone. If a lead has a UPRN but no given
 * point, it gets the point in the active version of OS Open UPRN, if that has one.
 */
export async function setPlaces(db: Db, places: readonly LeadPlace[]): Promise<void> {
  if (places.length === 0) return
  await sql`
    insert into lead_places as ours (lead_id, uprn, lat, lon, point_source, premises_match)
    select place.lead_id, place.uprn, coalesce(point.lat, place.lat), coalesce(point.lon, place.lon),
      case when point.uprn is null then place.point_source else 'uprn' end, place.premises_match
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (
      lead_id uuid, uprn bigint, lat double precision, lon double precision, point_source text, premises_match text)
    join leads on leads.id = lead_id
    left join uprn_points as point on point.version = ${activeVersion('uprn-points')} and point.uprn = place.uprn
      and place.point_source is distinct from 'given'
    order by lead_id
    on conflict (lead_id) do update set uprn = excluded.uprn, lat = excluded.lat, lon = excluded.lon,
      point_source = excluded.point_source, premises_match = excluded.premises_match
  `.execute(db)
}
