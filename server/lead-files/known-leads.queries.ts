import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import { checkValue } from '#domain/lead-files/check-values.ts'
import type { FileRow, KnownLead } from '#domain/lead-files/fields.ts'
import { keysOf } from '#domain/lead-files/lead-keys.ts'
import { readGiven } from '#domain/lead-files/read-row.ts'
import type { Db } from '../db/schema.ts'

/*
 * `offset 0` makes the database look up each value by the index. For so many values, a generic plan, or a plan without
 * statistics as in the embedded database, would read the whole table.
 */

/** The values that identify leads in the rows of a batch. */
type Sought = {
  ids: string[]
  contacts: string[]
  uprns: string[]
  postcodes: Set<string>
  addresses: Set<string>
}

/**
 * Finds the stored leads that share a key with a row. `lock` locks them until the transaction ends, in the order in
 * which an erasure locks them.
 */
export async function findKnownLeads(
  db: Db,
  provider: Crm['provider'],
  rows: readonly FileRow[],
  { lock }: { lock: boolean },
): Promise<KnownLead[]> {
  const sought = soughtBy(rows)
  const ids = [
    ...sought.ids,
    ...(await findByAddress(db, sought)),
    ...(await findByNumber(db, provider, sought)),
  ]
  if (lock) await sql`select from leads where id = any(${ids}::uuid[]) order by id for update`.execute(db)
  const { rows: leads } = await sql<KnownLead>`
    select id, street_address, postcode, coalesce(household_size::text, '') as household_size,
      trim_scale(voucher_value)::text as voucher_value, priority, coalesce(contact_name, '') as contact_name,
      coalesce(contact_phone, '') as contact_phone, coalesce(contact_email, '') as contact_email,
      coalesce(notes, '') as notes, coalesce(area, '') as area,
      case when crm_provider = ${provider} then coalesce(crm_contact_id, '') else '' end as crm_contact_id,
      coalesce(uprn::text, '') as uprn, coalesce(lat::text, '') as lat, coalesce(lon::text, '') as lon
    from unnest(${[...new Set(ids)]}::uuid[]) as sought (lead_id)
    cross join lateral (select * from leads where id = sought.lead_id offset 0) as leads
    left join lateral (select uprn, lat, lon from lead_places where lead_id = leads.id offset 0) as place on true
    order by id`.execute(db)
  return leads
}

function soughtBy(rows: readonly FileRow[]): Sought {
  const sought: Sought = { ids: [], contacts: [], uprns: [], postcodes: new Set(), addresses: new Set() }
  for (const row of rows) {
    const given = readGiven(row)
    if (!given.ok) continue
    const { id, crm_contact_id, uprn, postcode } = given.value
    if (id !== '') sought.ids.push(id)
    if (crm_contact_id !== '') sought.contacts.push(crm_contact_id)
    if (uprn !== '') sought.uprns.push(uprn)
    const checked = checkValue('postcode', postcode)
    if (checked.ok) for (const spelling of spellingsOf(checked.value)) sought.postcodes.add(spelling)
    for (const { kind, key } of keysOf(given.value)) if (kind === 'address') sought.addresses.add(key)
  }
  return sought
}

/** Returns the usual spellings of a postcode, so that the index of postcodes finds it. */
export function spellingsOf(postcode: string): string[] {
  const squeezed = postcode.replace(/\s/g, '').toUpperCase()
  const texts = [postcode, `${squeezed.slice(0, -3)} ${squeezed.slice(-3)}`, squeezed]
  return [...new Set(texts.flatMap((text) => [text, text.toLowerCase()]))]
}

/** The database does not know the keys of addresses, so this compares them among the leads with the same postcode. */
async function findByAddress(db: Db, { postcodes, addresses }: Sought): Promise<string[]> {
  const { rows: near } = await sql<{ id: string; street_address: string; postcode: string }>`
    select near.* from unnest(${[...postcodes]}::text[]) as sought (postcode) cross join lateral (
      select id, street_address, postcode from leads where postcode = sought.postcode offset 0) as near`.execute(
    db,
  )
  return near.flatMap(({ id, ...door }) => {
    const [address] = keysOf({ ...door, id: '', crm_contact_id: '', uprn: '' })
    return address && addresses.has(address.key) ? [id] : []
  })
}

async function findByNumber(
  db: Db,
  provider: Crm['provider'],
  { contacts, uprns }: Sought,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from leads where crm_provider = ${provider} and crm_contact_id = any(${contacts}::text[])
    union all
    select place.lead_id from unnest(${uprns}::bigint[]) as sought (uprn)
    cross join lateral (select lead_id from lead_places where uprn = sought.uprn offset 0) as place`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
