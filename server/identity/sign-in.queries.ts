import { sql } from 'kysely'
import { SIGNS_IN } from '#domain/access/roles.ts'
import type { Db } from '../db/schema.ts'
import { announceCallers } from './announce-callers.queries.ts'

/** Someone who may sign in. */
export type Candidate = { id: string; password_hash: string | null }

/** Finds the person who wants to sign in, by name. */
export async function findCandidate(db: Db, name: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    select id, password_hash from people
    where lower(name) = lower(${name}) and status = 'active' and role = any(${SIGNS_IN})`.execute(db)
  return rows[0]
}

/** Stores a new password of a person. */
export const storePassword = (tx: Db, id: string, passwordHash: string) =>
  tx.updateTable('people').set({ password_hash: passwordHash }).where('id', '=', id).execute()

/** Stores a sign-in by the hash of its token. */
export const addSignIn = (tx: Db, personId: string, hash: Uint8Array) =>
  tx.insertInto('sign_ins').values({ person_id: personId, token_sha256: hash }).execute()

/** Ends all sign-ins of a person, as a new password does. */
export async function endSignIns(tx: Db, personId: string): Promise<void> {
  await tx.deleteFrom('sign_ins').where('person_id', '=', personId).execute()
  await announceCallers(tx)
}

/** Ends one sign-in. */
export const endSignIn = (db: Db, hash: Uint8Array): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.deleteFrom('sign_ins').where('token_sha256', '=', hash).execute()
    await announceCallers(tx)
  })

/** Locks a known phone, so that two browsers cannot be enrolled as the same phone at the same moment. */
export const lockPhoneToEnrol = (tx: Db, id: string) =>
  tx
    .selectFrom('phones')
    .select(['person_id', 'state', 'credential_sha256', 'proof_sha256'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Enrolled = {
  phoneId: string
  personId: string
  hash: Uint8Array
  proofHash: Uint8Array | null
  isRepeat: boolean
}

/** Returns true if this same invitation enrolled the phone. */
export async function isRepeated(tx: Db, hash: Uint8Array, phoneId: string): Promise<boolean> {
  const used = await tx
    .selectFrom('invitations')
    .select('used_by')
    .where('code_sha256', '=', hash)
    .executeTakeFirst()
  return used?.used_by === phoneId
}

/** Enrols a phone for a person. Its former credential ends. */
export async function enrolPhone(
  tx: Db,
  { phoneId, personId, hash, proofHash, isRepeat }: Enrolled,
): Promise<void> {
  // A suspension or wipe by the office stays until the office undoes it, whatever codes the person still has.
  const keepsState = sql`phones.state in ('suspended', 'wiping') or ${isRepeat}`
  await sql`
    insert into phones (id, person_id, credential_sha256, proof_sha256, enrolled_at, state_since)
    values (${phoneId}::uuid, ${personId}::uuid, ${hash}, ${proofHash}, now(), now())
    on conflict (id) do update set person_id = excluded.person_id, credential_sha256 = excluded.credential_sha256,
      proof_sha256 = coalesce(excluded.proof_sha256, phones.proof_sha256), enrolled_at = now(),
      state = case when ${keepsState} then phones.state else 'active' end,
      state_since = case when ${keepsState} then phones.state_since else now() end`.execute(tx)
  await sql`
    insert into phone_people (phone_id, person_id) values (${phoneId}::uuid, ${personId}::uuid)
    on conflict do nothing`.execute(tx)
  await announceCallers(tx)
}

/**
 * Ends the enrolment of a phone that has deleted everything. Nothing waits on it any more. Returns false if it was not
 * asked to. What the server had refused stays counted, because it is lost.
 */
export async function endWipedPhone(tx: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('phones')
    .set({
      state: 'wiped',
      credential_sha256: null,
      state_since: sql`now()`,
      unsent_sales: 0,
      unsent_signed: 0,
      unsent_since: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'wiping')
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await announceCallers(tx)
  return numUpdatedRows === 1n
}
