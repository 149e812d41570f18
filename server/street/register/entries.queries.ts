import { sql } from 'kysely'
import { type NamedPhone, officeNameOf } from '#domain/phone/phone-name.ts'
import type { RegisterPlace } from '#domain/street/do-not-knock.ts'
import type {
  LiftReason,
  RegisterReason,
  RegisterScope,
  RegisterSource,
} from '#domain/street/register-terms.ts'
import type { EntryStored, RegisterListed } from '#protocol/register.ts'
import type { Db } from '../../db/schema.ts'
import { PHONE_COLUMNS } from './find-entries.queries.ts'

/** An entry to store. `at` is a moment in UTC, ISO 8601. */
export type EntryToStore = RegisterPlace & {
  id: string
  scope: RegisterScope
  reason: RegisterReason
  source: RegisterSource
  at: string
  phone: string | null
}

/** Compares texts, because a client may send any text for its phone. */
const ENTERED_WITH = sql`(
  select jsonb_build_object('number', number, 'label', label) from phones where phones.id::text = lower(phone))`

/** The columns of an entry for the office, in the form that {@link listedAs} takes. */
export const OFFICE_COLUMNS = sql`${PHONE_COLUMNS}, source, phone, received_at, lifted_at, lifted_by, lifted_why,
  ${ENTERED_WITH} as entered_with`

export type OfficeRow = Omit<RegisterListed, 'phone_name'> & { entered_with: NamedPhone | null }

/** Returns an entry with the fields that the office sees. */
export const listedAs = ({ entered_with, ...entry }: OfficeRow): RegisterListed => ({
  ...entry,
  phone_name: entered_with && officeNameOf(entered_with),
})

/** Stores the entries whose ids are new, and returns those in no particular order. */
export async function insertEntries(
  tx: Db,
  entries: readonly EntryToStore[],
): Promise<Pick<EntryToStore, 'id' | 'scope' | 'reason'>[]> {
  const { rows } = await sql<Pick<EntryToStore, 'id' | 'scope' | 'reason'>>`
    insert into do_not_knock (id, scope, uprn, address_key, street_key, postcodes, reason, source, at, phone)
    select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (
      id uuid, scope text, uprn bigint, address_key text, street_key text, postcodes text, reason text, source text,
      at timestamptz, phone text)
    on conflict (id) do nothing
    returning id, scope, reason`.execute(tx)
  return rows
}

export async function findStored(db: Db, ids: readonly string[]): Promise<EntryStored[]> {
  const { rows } = await sql<EntryStored>`
    select id, lifted_at from do_not_knock where id = any(${ids}::uuid[]) order by received_at, id`.execute(
    db,
  )
  return rows
}

export async function findEntry(db: Db, id: string): Promise<RegisterListed | undefined> {
  const { rows } = await sql<OfficeRow>`
    select ${OFFICE_COLUMNS} from do_not_knock where id = ${id}::uuid`.execute(db)
  return rows[0] && listedAs(rows[0])
}

/**
 * Lifts the entries that are not lifted yet. An agent can lift only entries made at the door. Returns the number of
 * lifted entries.
 */
export async function liftEntries(
  tx: Db,
  ids: readonly string[],
  { by, why }: { by: 'agent' | 'office'; why: LiftReason },
): Promise<number> {
  const { rows } = await sql`
    update do_not_knock set lifted_at = now(), lifted_by = ${by}, lifted_why = ${why}
    where id = any(${ids}::uuid[]) and lifted_at is null and (${by} = 'office' or source = 'door')
    returning id`.execute(tx)
  return rows.length
}
