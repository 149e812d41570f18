import { type RawBuilder, sql } from 'kysely'
import type { LeadStatus } from '#domain/lead/lead.ts'
import { doorOfLocation, type RegisterDoor, type RegisterEntry } from '#domain/street/do-not-knock.ts'
import type { Db } from '../../db/schema.ts'
import { findEntriesFor, PLACES, PLACES_OF_LEAD, placesOf } from './find-entries.queries.ts'

/** The place of a sale: the id of its lead in lower case, and the address that the sale names. */
export type PlaceOfSale = { leadId: string | null; location: string | null }

/** The status of the lead, if there is one, and the entry that forbids calling at the door. */
export type DoorOfSale = { status: LeadStatus | undefined; entry: RegisterEntry | undefined }

/**
 * Finds the present door of a sale, both by its lead and by its address, because an agent can check another address for
 * a lead.
 */
export async function findDoorOfSale(db: Db, { leadId, location }: PlaceOfSale): Promise<DoorOfSale> {
  const lead = leadId === null ? undefined : await findLead(db, leadId)
  const named = location === null ? undefined : doorOfLocation(location)
  const entries = await findEntriesFor(
    db,
    [lead, named].filter((door) => door !== undefined),
  )
  return { status: lead?.status, entry: entries.find((entry) => entry !== undefined) }
}

async function findLead(db: Db, id: string): Promise<(RegisterDoor & { status: LeadStatus }) | undefined> {
  const { rows } = await sql<RegisterDoor & { status: LeadStatus }>`
    select status, street_address, postcode, uprn::text as uprn
    from leads left join lead_places on lead_id = id where id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the places where an entry for the address of a sale may lie. */
export function placesOfLocation(location: string | null): string[] {
  const door = location === null ? undefined : doorOfLocation(location)
  return door ? placesOf(door) : []
}

/**
 * Selects true if the lead is not won and no entry can cover its door or these places. Can be false at a free door,
 * because an entry for a neighbour shares the postcode. It is a value, because PostgreSQL would evaluate `exists` by a
 * list of all free doors.
 */
export const isFreeDoor = (leadId: RawBuilder<unknown>, places: RawBuilder<unknown>) => sql`
  select lead.status is distinct from 'closed-won' and (
    select id from do_not_knock where lifted_at is null and ${PLACES} && (${PLACES_OF_LEAD} || ${places}) limit 1
  ) is null
  from (values (${leadId})) as door (lead_id)
    left join leads as lead on lead.id = door.lead_id left join lead_places as place on place.lead_id = lead.id`
