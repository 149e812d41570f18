import { sql } from 'kysely'
import { addressKey } from '#domain/street/address.ts'
import type { RegisterEntry } from '#domain/street/do-not-knock.ts'
import type { Db } from '../../db/schema.ts'
import { PHONE_COLUMNS } from './find-entries.queries.ts'

/** The postcode districts that an entry touches, such as `ll79`; null if only its UPRN is known. */
const DISTRICTS = sql`
  case when address_key is not null then array[left(split_part(address_key, '|', 1), -3)]
    when street_key is not null then array[left(split_part(street_key, '|', 1), -1)]
    else (select array_agg(left(postcode, -3)) from unnest(string_to_array(postcodes, ' ')) as zone (postcode)) end`

/**
 * Returns the entries that apply in the postcode districts of an area's leads (`''`: of leads without an area), or all
 * entries if no area is given. If only the UPRN of an entry is known, every phone gets it.
 */
export async function listForPhones(db: Db, area: string | undefined): Promise<RegisterEntry[]> {
  const { rows } = await sql<RegisterEntry>`
    select ${PHONE_COLUMNS} from do_not_knock
    where lifted_at is null and (${area ?? null}::text is null or ${DISTRICTS} is null or ${DISTRICTS} && (
      select array_agg(distinct lower(left(replace(postcode, ' ', ''), -3))) from leads
      where coalesce(area, '') = ${area ?? null}))
    order by at, id`.execute(db)
  return [...rows, ...(await withAddresses(db, rows))]
}

/**
 * Adds entries by address, because phones know their leads by address: an entry of a UPRN covers the addresses of the
 * leads that have it.
 */
async function withAddresses(db: Db, entries: readonly RegisterEntry[]): Promise<RegisterEntry[]> {
  const byUprn = new Map(
    entries.flatMap((entry) => (entry.uprn === null ? [] : [[entry.uprn, entry] as const])),
  )
  if (byUprn.size === 0) return []
  const { rows } = await sql<{ uprn: string; street_address: string; postcode: string }>`
    select uprn::text as uprn, street_address, postcode from lead_places join leads on leads.id = lead_id
    where uprn = any(${[...byUprn.keys()]}::bigint[]) order by lead_id`.execute(db)
  return rows.flatMap(({ uprn, ...door }) => {
    const entry = byUprn.get(uprn)
    return entry ? [{ ...entry, address_key: addressKey(door.street_address, door.postcode) }] : []
  })
}
