import { sql } from 'kysely'
import { addressKey, streetKey } from '#domain/street/address.ts'
import {
  findOnRegister,
  type RegisterDoor,
  type RegisterEntry,
  registerOf,
  squeezedPostcode,
} from '#domain/street/do-not-knock.ts'
import type { Db } from '../../db/schema.ts'

/** The columns of an entry as phones have it. */
export const PHONE_COLUMNS = sql`id, scope, uprn::text as uprn, address_key, street_key, postcodes, reason, at`

/**
 * Returns for each of these doors the entry that forbids calling there, or undefined. Import of lead files, CRM
 * pull and new sales ask here (docs/product 16.2).
 */
export async function findEntriesFor(
  db: Db,
  doors: readonly RegisterDoor[],
): Promise<(RegisterEntry | undefined)[]> {
  if (doors.length === 0) return []
  const register = registerOf(await findCandidates(db, doors))
  return doors.map((door) => findOnRegister(door, register))
}

async function findCandidates(db: Db, doors: readonly RegisterDoor[]): Promise<RegisterEntry[]> {
  const uprns = doors.flatMap(({ uprn }) => (uprn ? [uprn] : []))
  const keys = doors.map((door) => addressKey(door.street_address, door.postcode))
  const streets = doors.map((door) => streetKey(door.street_address, door.postcode))
  const postcodes = doors.map((door) => squeezedPostcode(door.postcode))
  const { rows } = await sql<RegisterEntry>`
    select ${PHONE_COLUMNS} from do_not_knock where lifted_at is null and (
      uprn = any(${uprns}::bigint[]) or address_key = any(${keys}::text[]) or street_key = any(${streets}::text[])
      or string_to_array(postcodes, ' ') && ${postcodes}::text[])
    order by at, id`.execute(db)
  return rows
}
