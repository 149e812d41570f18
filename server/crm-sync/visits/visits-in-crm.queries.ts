import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import { type ContactEntry, DO_NOT_KNOCK_TAG } from '#domain/street/contact-entries.ts'
import type { RecordedEntry } from '#domain/street/entry-steps.ts'
import type { Db } from '../../db/schema.ts'

/** The contact of a lead in the CRM, where visits leave entries. */
export type VisitedContact = { leadId: string; provider: Crm['provider']; contactId: string }

type Named = Pick<ContactEntry, 'kind' | 'key'>

/** Returns the entries that visits to a lead are recorded to have at its contact. */
export const listRecorded = (
  db: Db,
  { leadId, provider, contactId }: VisitedContact,
): Promise<RecordedEntry[]> =>
  db
    .selectFrom('visits_in_crm')
    .select(['kind', 'key', 'crm_id as id', 'is_ours as isOurs', 'is_done as isDone'])
    .where('lead_id', '=', leadId)
    .where('provider', '=', provider)
    .where('contact_id', '=', contactId)
    .orderBy('kind')
    .orderBy('key')
    .execute()

/**
 * Records, before the call, that an entry is about to be created or a tag removed. Until the answer, the contact may
 * have it or not. Returns false if the lead was deleted meanwhile.
 */
export async function announceEntry(db: Db, contact: VisitedContact, { kind, key }: Named): Promise<boolean> {
  const { leadId, provider, contactId } = contact
  const { rows } = await sql`
    insert into visits_in_crm (lead_id, provider, contact_id, kind, key)
    select id, ${provider}, ${contactId}, ${kind}, ${key} from leads where id = ${leadId}::uuid
    on conflict (lead_id, provider, contact_id, kind, key) do update set crm_id = null
    returning lead_id`.execute(db)
  return rows.length > 0
}

/** Records that the contact has an entry. `isOurs` is false for a tag that it had before. */
export async function recordEntry(
  db: Db,
  contact: VisitedContact,
  { kind, key, id, isOurs }: Named & { id: string; isOurs: boolean },
): Promise<void> {
  const { leadId, provider, contactId } = contact
  await sql`
    insert into visits_in_crm (lead_id, provider, contact_id, kind, key, crm_id, is_ours)
    select id, ${provider}, ${contactId}, ${kind}, ${key}, ${id}, ${isOurs}::boolean
    from leads where id = ${leadId}::uuid
    on conflict (lead_id, provider, contact_id, kind, key) do update
    set crm_id = excluded.crm_id, is_ours = excluded.is_ours`.execute(db)
}

/** Records that a task is done, or open again. Before the call, `isDone` is null, because the task may be either. */
export const recordMark = (db: Db, contact: VisitedContact, task: Named, isDone: boolean | null) =>
  sql`update visits_in_crm set is_done = ${isDone}::boolean where ${isAt(contact, task)}`.execute(db)

/**
 * Forgets an entry that was removed. Until a pull has seen the contact without the tag `do-not-knock`, an older answer
 * of the CRM may still show the tag. That must not enter the door in the register again (docs/product 16.5).
 */
export async function forgetEntry(db: Db, contact: VisitedContact, entry: RecordedEntry): Promise<void> {
  await sql`
    with forgotten as (
      delete from visits_in_crm where ${isAt(contact, entry)} returning lead_id, kind, key, is_ours
    )
    insert into do_not_knock_tags (lead_id)
    select lead_id from forgotten where kind = 'tag' and key = ${DO_NOT_KNOCK_TAG} and is_ours
    on conflict do nothing`.execute(db)
}

const isAt = ({ leadId, provider, contactId }: VisitedContact, { kind, key }: Named) => sql`
  lead_id = ${leadId}::uuid and provider = ${provider} and contact_id = ${contactId} and kind = ${kind} and key = ${key}`

/** Returns the lead of a delivery of visits, or undefined if it was deleted. */
export async function findVisitedLead(db: Db, leadId: string) {
  return db
    .selectFrom('leads')
    .select(['id', 'status', 'street_address', 'crm_provider', 'crm_contact_id'])
    .where('id', '=', leadId)
    .executeTakeFirst()
}
