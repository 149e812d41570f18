import { sql } from 'kysely'
import type { LeadPoint } from '#protocol/street.ts'
import type { Part } from '../street/feed/part.ts'

/** The known places of the leads in an area (docs/product 21.1). */
export const placesPart: Part<'places'> = async (db, area) => {
  const inArea = area === undefined ? sql`true` : sql`coalesce(area, '') = ${area}`
  const { rows } = await sql<LeadPoint>`
    select lead_id, uprn::text as uprn, lat, lon from lead_places join leads on id = lead_id
    where ${inArea} order by lead_id`.execute(db)
  return rows
}
