import { sql } from 'kysely'
import type { Crm } from '#crm/port.ts'
import { checkValue } from '#domain/lead-files/check-values.ts'
import type { FileRow, KnownLead } from '#domain/lead-files/fields.ts'
import { keysOf } from '#domain/lead-files/lead-keys.ts'
import { readGiven } from '#domain/lead-files/read-row.ts'
import type { Db } from '../db/schema.ts'

/** What the rows of a batch identify leads by. */
type Sought = {
  ids: string[]
  contacts: string[]
  uprns: string[]
  postcodes: string[]
  addresses: Set<string>
}

/**
 * Finds the stored leads that share a key with a row. `lock` keeps them as they are until the transaction ends; in the
 * order in which an erasure locks them.
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
  const { rows: leads } = await sql<KnownLead>`
    select id, street_address, postcode, coalesce(household_size::text, '') as household_size,
      trim_scale(voucher_value)::text as voucher_value, priority, coalesce(contact_name, '') as contact_name,
      coalesce(contact_phone, '') as contact_phone, coalesce(contact_email, '') as contact_email,
      coalesce(notes, '') as notes, coalesce(area, '') as area,
      case when crm_provider = ${provider} then coalesce(crm_contact_id, '') else '' end as crm_contact_id,
      coalesce(uprn::text, '') as uprn, coalesce(lat::text, '') as lat, coalesce(lon::text, '') as lon
    from leads left join lead_places on lead_id = id
    where id = any(${ids}::uuid[])
    order by id ${sql.raw(lock ? 'for update of leads' : '')}`.execute(db)
  return leads
}

function soughtBy(rows: readonly FileRow[]): Sought {
  const sought: Sought = { ids: [], contacts: [], uprns: [], postcodes: [], addresses: new Set() }
  for (const row of rows) {
    const given = readGiven(row)
    if (!given.ok) continue
    const { id, crm_contact_id, uprn, postcode } = given.value
    if (id !== '') sought.ids.push(id)
    if (crm_contact_id !== '') sought.contacts.push(crm_contact_id)
    if (uprn !== '') sought.uprns.push(uprn)
    const checked = checkValue('postcode', postcode)
    if (checked.ok) sought.postcodes.push(...spellingsOf(checked.value))
    for (const { kind, key } of keysOf(given.value)) if (kind === 'address') sought.addresses.add(key)
  }
  return sought
}

/** The usual ways to write a postcode, so that the index of postcodes finds it. */
const spellingsOf = (postcode: string) =>
  [postcode, postcode.replace(' ', '')].flatMap((text) => [text, text.toLowerCase()])

/** The database does not know the keys of addresses, so that they are compared here, by postcode. */
async function findByAddress(db: Db, { postcodes, addresses }: Sought): Promise<string[]> {
  const near = await db
    .selectFrom('leads')
    .select(['id', 'street_address', 'postcode'])
    .where('postcode', '=', sql<string>`any(${postcodes}::text[])`)
    .execute()
  return near.flatMap(({ id, ...door }) => {
    const [address] = keysOf({ ...door, id: '', crm_contact_id: '', uprn: '' })
    return address && addresses.has(address.key) ? [id] : []
  })
}

/** Each UPRN by the index: the embedded database has no statistics, and would read the whole table for so many. */
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
