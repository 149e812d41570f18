import { sql } from 'kysely'
import type { Door } from '#domain/street/door.ts'
import type { Part } from '../feed/part.ts'

/** Returns the visited doors of an area. Only the lead decides whether a door is sold. */
export const doorsPart: Part<'doors'> = async (db, area) => {
  const inArea = area === undefined ? sql`true` : sql`coalesce(lead.area, '') = ${area}`
  const { rows } = await sql<Door>`
    select door.lead_id,
      case when lead.status = 'closed-won' then 'sold' else door.state end as state,
      case when lead.status <> 'closed-won' then door.next_on end as next_on,
      case when lead.status <> 'closed-won' then door.next_at end as next_at,
      door.last_outcome, door.last_at, door.tries
    from doors as door join leads as lead on lead.id = door.lead_id
    where ${inArea} order by door.lead_id`.execute(db)
  return rows
}
