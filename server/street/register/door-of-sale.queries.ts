import { type RawBuilder, sql } from 'kysely'
import type { LeadStatus } from '#domain/lead/lead.ts'
import { doorOfLocation, type RegisterDoor, type RegisterEntry } from '#domain/street/do-not-knock.ts'
import type { Db } from '../../db/schema.ts'
import { findEntriesFor, PLACES, PLACES_OF_LEAD, placesOf } from './find-entries.queries.ts'

/** Where a sale happens: its lead, by its id in lower case, and the address that it names. */
export type PlaceOfSale = { leadId: string | null; location: string | null }

/** The status of the lead, if there is one, and the entry that forbids calling there. */
export type DoorOfSale = { status: LeadStatus | undefined; entry: RegisterEntry | undefined }

/** Finds the door of a sale as it is now: of its lead, and of the address, since an agent can check another for a lead. */
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

/** Returns where an entry for the address that a sale names may lie. */
export function placesOfLocation(location: string | null): string[] {
  const door = location === null ? undefined : doorOfLocation(location)
  return door ? placesOf(door) : []
}

/**
 * Selects true if the lead is not won and no entry can cover its door or these places; false at some free doors, too, because
 * an entry for a neighbour shares the postcode. Written as a value: PostgreSQL would answer `exists` by a list of all free
 * doors.
 */
export const isFreeDoor = (leadId: RawBuilder<unknown>, places: RawBuilder<unknown>) => sql`
  select lead.status is distinct from 'closed-won' and (
    select id from do_not_knock where lifted_at is null and ${PLACES} && (${PLACES_OF_LEAD} || ${places}) limit 1
  ) is null
  from (values (${leadId})) as door (lead_id)
    left join leads as lead on lead.id = door.lead_id left join lead_places as place on place.lead_id = lead.id`
