import { sql } from 'kysely'
import type { Lead } from '#domain/lead/lead.ts'
import type { Db } from '../../db/schema.ts'

/** A lead and what became of its door. `is_closed`: a visit put it on the register. */
export type DoorCounted = Pick<Lead, 'id' | 'street_address' | 'postcode'> & {
  uprn: string | null
  is_visited: boolean
  is_sold: boolean
  is_closed: boolean
}

/** Lists the leads of an area, at most `limit`; `''` is those without one. */
export async function listDoorsOfArea(db: Db, area: string, limit: number): Promise<DoorCounted[]> {
  const inArea = area === '' ? sql`coalesce(lead.area, '') = ''` : sql`lead.area = ${area}`
  const { rows } = await sql<DoorCounted>`
    select lead.id, street_address, postcode, uprn::text as uprn, door.last_at is not null or lead.status = 'closed-won' as is_visited,
      lead.status = 'closed-won' as is_sold, coalesce(door.state = 'do-not-knock', false) as is_closed
    from leads as lead
    left join doors as door on door.lead_id = lead.id
    left join lead_places as place on place.lead_id = lead.id
    where ${inArea} limit ${limit}`.execute(db)
  return rows
}
