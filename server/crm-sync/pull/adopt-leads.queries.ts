import { sql } from 'kysely'
import type { Crm, CrmLead } from '#crm/port.ts'
import { addressKey } from '#domain/street/address.ts'
import type { Db } from '../../db/schema.ts'
import { spellingsOf } from '../../lead-files/known-leads.queries.ts'

type Door = { id: string; street_address: string; postcode: string }

/**
 * Gives leads without a contact, such as those from lead files, the new contact at their address. A pull then updates
 * them instead of adding the door a second time. Never merges several leads or contacts at one address (docs/product
 * 21.6).
 */
export async function adoptLeads(
  tx: Db,
  provider: Crm['provider'],
  pulled: readonly CrmLead[],
): Promise<void> {
  const contacts = byAddress(await newContacts(tx, provider, pulled))
  if (contacts.size === 0) return
  const leads = byAddress(await leadsWithoutContact(tx, pulled))
  const pairs = [...contacts].flatMap(([key, [contact, ...otherContacts]]) => {
    const [lead, ...otherLeads] = leads.get(key) ?? []
    const isOne = lead && contact && otherContacts.length + otherLeads.length === 0
    return isOne ? [{ id: lead.id, contact: contact.id }] : []
  })
  if (pairs.length === 0) return
  await sql`
    update leads set crm_provider = ${provider}, crm_contact_id = pair.contact
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (id uuid, contact text)
    where leads.id = pair.id and crm_contact_id is null`.execute(tx)
}

const byAddress = (doors: readonly Door[]) =>
  Map.groupBy(doors, ({ street_address, postcode }) => addressKey(street_address, postcode))

/** Returns the pulled contacts that have a complete address and are not leads yet. */
async function newContacts(tx: Db, provider: Crm['provider'], pulled: readonly CrmLead[]): Promise<Door[]> {
  const doors = pulled.flatMap(({ contactId: id, street_address, postcode }) =>
    street_address && postcode ? [{ id, street_address, postcode }] : [],
  )
  const { rows } = await sql<{ id: string }>`
    select crm_contact_id as id from leads
    where crm_provider = ${provider} and crm_contact_id = any(${doors.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
  const known = new Set(rows.map(({ id }) => id))
  return doors.filter(({ id }) => !known.has(id))
}

/**
 * Returns the leads without a contact in the pulled postcodes. `offset 0` makes the database use the index on
 * postcodes.
 */
async function leadsWithoutContact(tx: Db, pulled: readonly CrmLead[]): Promise<Door[]> {
  const postcodes = new Set(pulled.flatMap(({ postcode }) => (postcode ? spellingsOf(postcode) : [])))
  const { rows } = await sql<Door>`
    select near.* from unnest(${[...postcodes]}::text[]) as sought (postcode) cross join lateral (
      select id, street_address, postcode from leads
      where postcode = sought.postcode and crm_contact_id is null offset 0) as near
    order by near.id`.execute(tx)
  return rows
}
