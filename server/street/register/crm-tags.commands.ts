import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Crm, CrmLead } from '#crm/port.ts'
import { DO_NOT_KNOCK_TAG } from '#domain/street/contact-entries.ts'
import { placeOfDoor, type RegisterDoor } from '#domain/street/do-not-knock.ts'
import type { Db } from '../../db/schema.ts'
import { type EntryToStore, insertEntries } from './entries.queries.ts'
import { findEntriesFor } from './find-entries.queries.ts'
import { followRegister } from './follow-register.queries.ts'

/**
 * A door whose lead was pulled. `was_tagged` is also true for a tag that visits set, because only a tag that the office
 * sets makes an entry.
 */
type PulledDoor = RegisterDoor & { id: string; contact_id: string; was_tagged: boolean }

/**
 * Follows the tags after leads were read from the CRM. A new tag `do-not-knock` makes an entry, unless the door has
 * one, and every lead at a door on the register is closed (docs/product 16.5). Hold `lockRegister`.
 */
export async function followPulledLeads(
  tx: Db,
  provider: Crm['provider'],
  leads: readonly CrmLead[],
): Promise<void> {
  const doors = await findPulled(
    tx,
    provider,
    leads.map(({ contactId }) => contactId),
  )
  const tagged = new Set(leads.filter(({ doNotKnock }) => doNotKnock).map(({ contactId }) => contactId))
  const untagged = new Set(
    leads.filter(({ doNotKnock }) => doNotKnock === false).map(({ contactId }) => contactId),
  )
  const newlyTagged = doors.filter((door) => tagged.has(door.contact_id) && !door.was_tagged)
  if (newlyTagged.length > 0) await enterTagged(tx, newlyTagged)
  const freed = doors.filter((door) => untagged.has(door.contact_id) && door.was_tagged)
  if (freed.length > 0)
    await sql`delete from do_not_knock_tags where lead_id = any(${idsOf(freed)}::uuid[])`.execute(tx)
  await followRegister(tx, idsOf(doors))
}

const idsOf = (doors: readonly PulledDoor[]) => doors.map(({ id }) => id)

async function findPulled(
  tx: Db,
  provider: Crm['provider'],
  contactIds: readonly string[],
): Promise<PulledDoor[]> {
  const { rows } = await sql<PulledDoor>`
    select lead.id, crm_contact_id as contact_id, street_address, postcode, place.uprn::text as uprn,
      tag.lead_id is not null or exists (
        select from visits_in_crm
        where lead_id = lead.id and kind = 'tag' and key = ${DO_NOT_KNOCK_TAG} and is_ours) as was_tagged
    from leads as lead
    left join lead_places as place on place.lead_id = lead.id
    left join do_not_knock_tags as tag on tag.lead_id = lead.id
    where crm_provider = ${provider} and crm_contact_id = any(${contactIds}::text[])`.execute(tx)
  return rows
}

async function enterTagged(tx: Db, doors: readonly PulledDoor[]): Promise<void> {
  await sql`
    insert into do_not_knock_tags select * from unnest(${idsOf(doors)}::uuid[])
    on conflict do nothing`.execute(tx)
  const known = await findEntriesFor(tx, doors)
  const entries = doors.filter((_door, index) => known[index] === undefined).map(entryOfTag)
  if (entries.length > 0) await insertEntries(tx, entries)
}

const entryOfTag = (door: PulledDoor): EntryToStore => ({
  id: randomUUID(),
  scope: 'household',
  ...placeOfDoor(door),
  reason: 'asked',
  source: 'crm',
  at: new Date().toISOString(),
  phone: null,
})
