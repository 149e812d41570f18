import { sql } from 'kysely'
import type { LeadStatus } from '#domain/lead/lead.ts'
import type { RegisterDoor, RegisterEntry } from '#domain/street/do-not-knock.ts'
import { ALWAYS_PREPARED } from '../../db/postgres/preparing-client.ts'
import type { Db } from '../../db/schema.ts'
import { findEntriesFor } from './find-entries.queries.ts'

/** The status of a lead, and the entry that forbids calling there. */
export type LeadDoor = { status: LeadStatus; entry: RegisterEntry | undefined }

/** Finds the door of a lead; undefined if there is no such lead. */
export async function findDoorOfLead(db: Db, leadId: string): Promise<LeadDoor | undefined> {
  const { rows } = await sql<RegisterDoor & { status: LeadStatus; has_register: boolean }>`${ALWAYS_PREPARED}
    select status, street_address, postcode, uprn::text as uprn,
      exists (select from do_not_knock) as has_register
    from leads left join lead_places on lead_id = id where id = ${leadId}::uuid`.execute(db)
  const [lead] = rows
  if (!lead) return undefined
  const [entry] = lead.has_register ? await findEntriesFor(db, [lead]) : []
  return { status: lead.status, entry }
}
