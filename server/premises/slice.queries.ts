import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { activeVersion, isOnList } from './premises.queries.ts'

/**
 * Returns the postcodes of an area's leads as they are stored, or of all leads if no area is given. `''` means leads
 * without an area.
 */
export async function listLeadPostcodes(db: Db, area: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ postcode: string }>`
    select distinct postcode from leads where ${isIn(area)}`.execute(db)
  return rows.map(({ postcode }) => postcode)
}

/** Returns the UPRNs of an area's leads that the supplier's list has but BDUK's data lacks. */
export async function listOnlyListed(db: Db, area: string | undefined): Promise<string[]> {
  const { rows } = await sql<{ uprn: string }>`
    select distinct places.uprn::text as uprn
    from leads join lead_places as places on places.lead_id = leads.id
    where ${isIn(area)} and ${isOnList(sql`places.uprn`)} and not exists (
      select from premises
      where premises.version = ${activeVersion('bduk-premises')} and premises.uprn = places.uprn)`.execute(db)
  return rows.map(({ uprn }) => uprn)
}

const isIn = (area: string | undefined): RawBuilder<boolean> =>
  area === undefined ? sql`true` : sql`coalesce(leads.area, '') = ${area}`
