import { sql } from 'kysely'
import type { TokenPermission } from '#domain/access/permissions.ts'
import { type Role, SIGNS_IN } from '#domain/access/roles.ts'
import type { PhoneState } from '#protocol/identity.ts'
import type { PersonStatus } from '#protocol/people.ts'
import type { Db } from '../db/schema.ts'

/** The person who signed in in the calling browser. */
export type SignedIn = { id: string; name: string; role: Role }

/** A phone with a valid credential, and its person. */
export type EnrolledPhone = {
  id: string
  number: number
  label: string | null
  state: Exclude<PhoneState, 'wiped'>
  person: { id: string; name: string; role: Role; status: PersonStatus }
}

export type TokenInUse = { id: string; permissions: TokenPermission[] }

/** A sign-in ends if it is not used for this long. */
export const SIGN_IN_HOURS = 12

const LASTS = sql`make_interval(hours => ${sql.lit(SIGN_IN_HOURS)})`
/** Times of use are exact to the minute, which saves most calls a write. */
const NOT_LATELY = sql`now() - interval '1 minute'`

/**
 * Finds the person of a sign-in by the hash of its token, and notes the time. Finds no one whose new role does not sign
 * in.
 */
export async function findSignedIn(db: Db, hash: Uint8Array): Promise<SignedIn | undefined> {
  const { rows } = await sql<SignedIn>`
    with seen as (
      update sign_ins set seen_at = now()
      where token_sha256 = ${hash} and seen_at < ${NOT_LATELY} and seen_at > now() - ${LASTS})
    select people.id, name, role from sign_ins join people on people.id = person_id
    where token_sha256 = ${hash} and status = 'active' and role = any(${SIGNS_IN}) and sign_ins.seen_at > now() - ${LASTS}`.execute(
    db,
  )
  return rows[0]
}

/** Finds an enrolled phone by the hash of its credential. */
export async function findEnrolled(db: Db, hash: Uint8Array): Promise<EnrolledPhone | undefined> {
  const { rows } = await sql<EnrolledPhone>`
    select phones.id, number, label, state,
      jsonb_build_object('id', people.id, 'name', name, 'role', role, 'status', status) as person
    from phones join people on people.id = person_id
    where credential_sha256 = ${hash}`.execute(db)
  return rows[0]
}

/** Finds a token that is not revoked, and notes its use. */
export async function findToken(db: Db, hash: Uint8Array): Promise<TokenInUse | undefined> {
  const { rows } = await sql<TokenInUse>`
    with seen as (
      update tokens set used_at = now() where token_sha256 = ${hash} and coalesce(used_at < ${NOT_LATELY}, true))
    select id, permissions from tokens where token_sha256 = ${hash} and revoked_at is null`.execute(db)
  return rows[0]
}

/** Deletes the sign-ins that have ended. */
export const deleteEndedSignIns = (db: Db) =>
  sql`delete from sign_ins where seen_at <= now() - ${LASTS}`.execute(db)
