import { sql } from 'kysely'
import type { Db, LeadPlaceRow } from '../db/schema.ts'

/** Where the premises of a lead are (docs/product 21.1). */
export type LeadPlace = LeadPlaceRow

const COLUMNS = ['lead_id', 'uprn', 'lat', 'lon', 'point_source', 'premises_match'] as const

/** Returns what is known of the places of these leads; nothing for a lead of which nothing is known. */
export async function findPlaces(db: Db, leadIds: readonly string[]): Promise<LeadPlace[]> {
  const { rows } = await sql<LeadPlace>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))} from lead_places
    where lead_id = any(${leadIds}::uuid[]) order by lead_id`.execute(db)
  return rows
}

/** Sets the places of leads, each named at most once; places of leads that are gone are left out. */
export async function setPlaces(db: Db, places: readonly LeadPlace[]): Promise<void> {
  if (places.length === 0) return
  await sql`
    insert into lead_places as ours (lead_id, uprn, lat, lon, point_source, premises_match)
    select place.* from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place (
      lead_id uuid, uprn bigint, lat double precision, lon double precision, point_source text, premises_match text)
    join leads on leads.id = lead_id
    order by lead_id
    on conflict (lead_id) do update set uprn = excluded.uprn, lat = excluded.lat, lon = excluded.lon,
      point_source = excluded.point_source, premises_match = excluded.premises_match
  `.execute(db)
}
