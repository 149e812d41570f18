import { sql } from 'kysely'
import type { Lead } from '#domain/lead/lead.ts'
import type { DoorState } from '#domain/street/door.ts'
import type { Db } from '../../db/schema.ts'

/** A lead and the state of its door after the visits. */
export type DoorCounted = Pick<Lead, 'id' | 'street_address' | 'postcode' | 'status'> & {
  uprn: string | null
  state: DoorState
}

/** Returns at most `limit` leads of an area; `''` means leads without an area. */
export async function listDoorsOfArea(db: Db, area: string, limit: number): Promise<DoorCounted[]> {
  const inArea = area === '' ? sql`coalesce(lead.area, '') = ''` : sql`lead.area = ${area}`
  const { rows } = await sql<DoorCounted>`
    select lead.id, street_address, postcode, lead.status, uprn::text as uprn,
      coalesce(door.state, 'unvisited') as state
    from leads as lead
    left join doors as door on door.lead_id = lead.id
    left join lead_places as place on place.lead_id = lead.id
    where ${inArea} limit ${limit}`.execute(db)
  return rows
}
