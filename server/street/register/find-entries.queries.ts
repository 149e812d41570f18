import { sql } from 'kysely'
import {
  findOnRegister,
  type RegisterDoor,
  type RegisterEntry,
  registerOf,
  squeezedPostcode,
} from '#domain/street/do-not-knock.ts'
import type { Db } from '../../db/schema.ts'

/** The columns of an entry in the form that phones get. */
export const PHONE_COLUMNS = sql`id, scope, uprn::text as uprn, address_key, street_key, postcodes, reason, at`

/**
 * Returns, for each of these doors, the entry that forbids calling there, or undefined. The import of lead files, the
 * CRM pull and new sales use it (docs/product 16.2).
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
  const { rows } = await sql<RegisterEntry>`
    select ${PHONE_COLUMNS} from do_not_knock
    where lifted_at is null and ${PLACES} && ${doors.flatMap(placesOf)}::text[] order by at, id`.execute(db)
  return rows
}

/** Returns the entries with these ids that are not lifted. */
export async function findEntriesById(db: Db, ids: readonly string[]): Promise<RegisterEntry[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<RegisterEntry>`
    select ${PHONE_COLUMNS} from do_not_knock where lifted_at is null and id = any(${ids}::uuid[])`.execute(
    db,
  )
  return rows
}

/** The places that an entry may cover, in the form that migration 0035 indexes. */
export const PLACES = sql`array[
  'uprn ' || uprn::text, split_part(address_key, '|', 1), split_part(street_key, '|', 1)
] || string_to_array(postcodes, ' ')`

/**
 * Returns the places where an entry that covers this door may lie: its premises, its postcode and the sector of the
 * postcode.
 */
export function placesOf({ uprn, postcode }: RegisterDoor): string[] {
  const squeezed = squeezedPostcode(postcode)
  return [...(uprn ? [`uprn ${uprn}`] : []), squeezed, squeezed.slice(0, -2)]
}

/** Returns the SQL for a column's postcode in the form of `squeezedPostcode`. */
export const squeezedInSql = (column: string) =>
  sql`lower(translate(${sql.ref(column)}, E' \\t\\n\\r\\u00a0', ''))`

const SQUEEZED = squeezedInSql('lead.postcode')

/** The same places in SQL, for the rows `lead` and `place` of a lead. */
export const PLACES_OF_LEAD = sql`array[
  'uprn ' || place.uprn::text, ${SQUEEZED}, left(${SQUEEZED}, -2)]`
