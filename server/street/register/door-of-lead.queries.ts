import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { LeadStatus } from '#domain/lead/lead.ts'
import { doorOfLocation, type RegisterDoor, type RegisterEntry } from '#domain/street/do-not-knock.ts'
import { ALWAYS_PREPARED } from '../../db/postgres/preparing-client.ts'
import type { Db } from '../../db/schema.ts'
import { findEntriesFor } from './find-entries.queries.ts'

/** Where a sale happens: its lead, by its id in lower case, and the address that it names. */
export type PlaceOfSale = { leadId: string | null; location: string | null }

/** The status of the lead, if there is one, and the entry that forbids calling there. */
export type DoorOfSale = { status: LeadStatus | undefined; entry: RegisterEntry | undefined }

/** Finds the door of a sale as it is now. */
export type FindDoor = (place: PlaceOfSale) => Promise<DoorOfSale>

const MAX_TOGETHER = 32

/** Makes a finder of doors. Those that are asked for at the same moment are read together, since each new sale asks. */
export function createDoorFinder(db: Db): FindDoor {
  const loader = new DataLoader((places: readonly PlaceOfSale[]) => findDoors(db, places), {
    cache: false,
    maxBatchSize: MAX_TOGETHER,
    batchScheduleFn: setImmediate,
  })
  return (place) => loader.load(place)
}

async function findDoors(db: Db, places: readonly PlaceOfSale[]): Promise<DoorOfSale[]> {
  const leads = await findLeads(
    db,
    places.flatMap(({ leadId }) => leadId ?? []),
  )
  if (leads.size > 0 && ![...leads.values()].some(({ has_register }) => has_register))
    return places.map(({ leadId }) => ({ status: leads.get(leadId)?.status, entry: undefined }))
  const doors = places.flatMap((place) => doorsOf(place, leads))
  const entries = new Map((await findEntriesFor(db, doors)).map((entry, index) => [doors[index], entry]))
  return places.map((place) => ({
    status: leads.get(place.leadId)?.status,
    entry: doors.filter(({ of }) => of === place).flatMap((door) => entries.get(door) ?? [])[0],
  }))
}

type FoundLead = RegisterDoor & { id: string; status: LeadStatus; has_register: boolean }

async function findLeads(db: Db, leadIds: readonly string[]): Promise<Map<string | null, FoundLead>> {
  if (leadIds.length === 0) return new Map()
  const { rows } = await sql<FoundLead>`
    ${ALWAYS_PREPARED}
    select id, status, street_address, postcode, uprn::text as uprn, exists (select from do_not_knock) as has_register
    from leads left join lead_places on lead_id = id where id = any(${leadIds}::uuid[])`.execute(db)
  return new Map(rows.map((lead) => [lead.id, lead]))
}

/** The lead's door, and the one that the sale names: an agent can check another address for a lead. */
function doorsOf(place: PlaceOfSale, leads: ReadonlyMap<string | null, FoundLead>) {
  const doors = [
    leads.get(place.leadId),
    place.location === null ? undefined : doorOfLocation(place.location),
  ]
  return doors.flatMap((door) => (door ? { ...door, of: place } : []))
}
