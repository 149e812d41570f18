import { sql } from 'kysely'
import type { Part } from '../street/feed/part.ts'

/**
 * The attribution that the licence of OS Open UPRN requires, if one of its points places a lead of the area
 * (docs/product 19.1).
 */
export const attributionsPart: Part<'attributions'> = async (db, area) => {
  const inArea = area === undefined ? sql`true` : sql`coalesce(area, '') = ${area}`
  const { rows } = await sql<{ attribution: string }>`
    select attribution from dataset_versions
    where kind = 'uprn-points' and state = 'active' and exists (
      select from lead_places join leads on id = lead_id where point_source = 'uprn' and ${inArea})`.execute(
    db,
  )
  return rows.map(({ attribution }) => attribution)
}
