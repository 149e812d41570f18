import DataLoader from 'dataloader'
import { sql } from 'kysely'
import type { LeadStatus } from '#domain/lead/lead.ts'
import type { RegisterDoor, RegisterEntry } from '#domain/street/do-not-knock.ts'
import { ALWAYS_PREPARED } from '../../db/postgres/preparing-client.ts'
import type { Db } from '../../db/schema.ts'
import { findEntriesFor } from './find-entries.queries.ts'

/** The status of a lead, and the entry that forbids calling there. */
export type LeadDoor = { status: LeadStatus; entry: RegisterEntry | undefined }

/** Finds the door of a lead as it is now, by its id in lower case; undefined if there is no such lead. */
export type FindDoor = (leadId: string) => Promise<LeadDoor | undefined>

const MAX_TOGETHER = 32

/** Makes a finder of doors. Those that are asked for at the same moment are read together, since each new sale asks. */
export function createDoorFinder(db: Db): FindDoor {
  const loader = new DataLoader((leadIds: readonly string[]) => findDoorsOfLeads(db, leadIds), {
    cache: false,
    maxBatchSize: MAX_TOGETHER,
    batchScheduleFn: setImmediate,
  })
  return (leadId) => loader.load(leadId)
}

async function findDoorsOfLeads(db: Db, leadIds: readonly string[]): Promise<(LeadDoor | undefined)[]> {
  const { rows } = await sql<RegisterDoor & { id: string; status: LeadStatus; has_register: boolean }>`
    ${ALWAYS_PREPARED}
    select id, status, street_address, postcode, uprn::text as uprn, exists (select from do_not_knock) as has_register
    from leads left join lead_places on lead_id = id where id = any(${leadIds}::uuid[])`.execute(db)
  const entries = rows[0]?.has_register ? await findEntriesFor(db, rows) : []
  const doors = new Map(rows.map(({ id, status }, index) => [id, { status, entry: entries[index] }]))
  return leadIds.map((id) => doors.get(id))
}
