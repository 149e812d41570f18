import { sql } from 'kysely'
import { type Role, SELLS_AT_DOOR, SIGNS_IN } from '#domain/access/roles.ts'
import { phoneName } from '#domain/phone/phone-name.ts'
import type { InvitationOpens, InvitationShown, PhoneState } from '#protocol/identity.ts'
import {
  INVITATION_HOURS,
  type PersonChange,
  type PersonListed,
  type PersonStatus,
} from '#protocol/people.ts'
import type { Db } from '../db/schema.ts'
import { announceCallers } from './announce-callers.queries.ts'

/** A person, locked for a change. */
export type LockedPerson = { id: string; name: string; role: Role; status: PersonStatus }

type ListedRow = Omit<PersonListed, 'phones'> & {
  phones: { id: string; number: number; label: string | null; state: PhoneState }[]
}

const LISTED = sql`
  people.id, name, role, status, password_hash is not null or subject is not null as can_sign_in, created_at,
  (select max(seen_at) from sign_ins where person_id = people.id) as seen_at,
  (select max(expires_at) from invitations where person_id = people.id and used_at is null and expires_at > now())
    as invited_until,
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'number', number, 'label', label, 'state', state)
      order by number), '[]') from phones where person_id = people.id and state <> 'wiped') as phones,
  (select count(*)::integer from opportunities as sale where sale.owner_id = people.id and sale.status = 'closed-won') as won_sales`

const listed = ({ phones, ...person }: ListedRow): PersonListed => ({
  ...person,
  phones: phones.map(({ id, number, label, state }) => ({ id, name: label ?? phoneName(number), state })),
})

/** Returns everyone, with retired people last. */
export async function listPeople(db: Db): Promise<PersonListed[]> {
  const { rows } = await sql<ListedRow>`
    select ${LISTED} from people order by status = 'retired', lower(name), id`.execute(db)
  return rows.map(listed)
}

/** Returns a person with the fields of the list. */
export async function getPerson(db: Db, id: string): Promise<PersonListed> {
  const { rows } = await sql<ListedRow>`select ${LISTED} from people where id = ${id}::uuid`.execute(db)
  const [person] = rows.map(listed)
  if (!person) throw new Error('There is no such person.')
  return person
}

/** Locks a person until the transaction ends. */
export const lockPerson = (tx: Db, id: string): Promise<LockedPerson | undefined> =>
  tx
    .selectFrom('people')
    .select(['id', 'name', 'role', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Finds the person with a name, ignoring those who are retired. */
export const findByName = (db: Db, name: string): Promise<LockedPerson | undefined> =>
  db
    .selectFrom('people')
    .select(['id', 'name', 'role', 'status'])
    .where(sql<boolean>`lower(name) = lower(${name}) and status <> 'retired'`)
    .forUpdate()
    .executeTakeFirst()

/** Adds a person, and returns their id. */
export async function addPerson(tx: Db, name: string, role: Role): Promise<string> {
  const { id } = await tx
    .insertInto('people')
    .values({ name, role })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a person. Signs them out if they are no longer active, or if their role changes. */
export async function changePerson(tx: Db, id: string, change: PersonChange): Promise<void> {
  const { name, role, status } = change
  await tx
    .updateTable('people')
    .set({ ...(name !== undefined && { name }), ...(role && { role }), ...(status && { status }) })
    .where('id', '=', id)
    .execute()
  if (role === undefined && status === undefined) return
  await announceCallers(tx)
  await tx.deleteFrom('sign_ins').where('person_id', '=', id).execute()
}

/** Serialises appointments, so that two admins cannot remove each other at the same moment. */
export const lockAdmins = (tx: Db) =>
  sql`select from people where role = 'admin' order by id for update`.execute(tx)

/** Counts the admins who can sign in, without one person if given. */
export async function countAdmins(db: Db, without?: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from people
    where role = 'admin' and status = 'active' and id is distinct from ${without ?? null}::uuid
      and (password_hash is not null or subject is not null)`.execute(db)
  return rows[0]?.count ?? 0
}

/** Stores an invitation in place of earlier ones of the same kind, and returns when it expires. */
export async function addInvitation(
  tx: Db,
  invitation: { personId: string; opens: InvitationOpens; hash: Uint8Array },
): Promise<string> {
  const { personId, opens, hash } = invitation
  await sql`
    delete from invitations where person_id = ${personId}::uuid and opens = ${opens} and used_at is null`.execute(
    tx,
  )
  const { rows } = await sql<{ expires_at: string }>`
    insert into invitations (code_sha256, person_id, opens, expires_at)
    values (${hash}, ${personId}::uuid, ${opens}, now() + make_interval(hours => ${INVITATION_HOURS}))
    returning expires_at`.execute(tx)
  return rows[0]?.expires_at ?? ''
}

/** Finds an invitation that can still be opened. */
export async function findInvitation(db: Db, hash: Uint8Array): Promise<InvitationShown | undefined> {
  const { rows } = await sql<InvitationShown>`
    select name, role, opens, expires_at from invitations join people on people.id = person_id
    where code_sha256 = ${hash} and used_at is null and expires_at > now() and status = 'active'`.execute(db)
  return rows[0]
}

/** How long a phone that an invitation enrolled may repeat the call, in case the response was lost. */
const REPEATED = sql`interval '10 minutes'`

/**
 * Uses an invitation, and returns its person; undefined if it cannot be opened. `phoneId` is the phone that it enrols.
 * That phone may repeat the call; `isRepeat` is then true.
 */
export async function takeInvitation(
  tx: Db,
  { hash, opens, phoneId }: { hash: Uint8Array; opens: InvitationOpens; phoneId?: string },
): Promise<{ personId: string; isRepeat: boolean } | undefined> {
  const { rows } = await sql<{ personId: string; isRepeat: boolean }>`
    update invitations set used_at = coalesce(used_at, now()), used_by = ${phoneId ?? null}::uuid
    from people
    where code_sha256 = ${hash} and opens = ${opens} and expires_at > now()
      and people.id = person_id and status = 'active' and role = any(${opens === 'phone' ? SELLS_AT_DOOR : SIGNS_IN})
      and (used_at is null or (used_by = ${phoneId ?? null}::uuid and used_at > now() - ${REPEATED}))
    returning person_id as "personId", used_at <> now()::timestamptz(3) as "isRepeat"`.execute(tx)
  return rows[0]
}
