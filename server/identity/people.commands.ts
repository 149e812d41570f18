import { mayAppoint, type Role, sellsAtDoor, signsIn } from '#domain/access/roles.ts'
import { success } from '#domain/kernel/result.ts'
import type { InvitationOpens } from '#protocol/identity.ts'
import type { Invited, NewPerson, PersonChange, PersonListed } from '#protocol/people.ts'
import { type By, recordAct } from '../audit/record-act.queries.ts'
import type { Db } from '../db/schema.ts'
import { type Answer, failWith } from '../http/problem.ts'
import { addressOfInvitation } from './address-of-invitation.ts'
import {
  addInvitation,
  addPerson,
  changePerson,
  countAdmins,
  findByName,
  getPerson,
  type LockedPerson,
  lockAdmins,
  lockPerson,
} from './people.queries.ts'
import { hashOfCode, newCode } from './secrets.ts'

/** Who appoints: the actor, and their role; an operator counts as `admin`. */
export type Appointing = { db: Db; by: By; role: Role; origin: string }

/** Adds a person and invites them (docs/product 26.8). */
export const addAndInvite = (setting: Appointing, { name, role }: NewPerson): Promise<Answer<Invited>> =>
  setting.db.transaction().execute(async (tx) => {
    if (!mayAppoint(setting.role, role)) return failWith('not-allowed')
    if (await findByName(tx, name)) return failWith('name-taken')
    const personId = await addPerson(tx, name, role)
    return success(await invite(tx, setting, { personId, opens: signsIn(role) ? 'sign-in' : 'phone' }))
  })

/** Invites a person once more, for another phone or because they forgot their password. */
export const inviteAgain = (
  setting: Appointing,
  personId: string,
  opens: InvitationOpens,
): Promise<Answer<Invited>> =>
  setting.db.transaction().execute(async (tx) => {
    const person = await lockPerson(tx, personId)
    if (!person) return failWith('not-found')
    const fits = opens === 'phone' ? sellsAtDoor(person.role) : signsIn(person.role)
    if (!mayAppoint(setting.role, person.role) || !fits || person.status !== 'active')
      return failWith('not-allowed')
    return success(await invite(tx, setting, { personId, opens }))
  })

/** Invites the person whom an operator names. Adds them, or gives them the role if they are already known. */
export const inviteByOperator = (setting: Appointing, { name, role }: NewPerson): Promise<Answer<Invited>> =>
  setting.db.transaction().execute(async (tx) => {
    const known = await findByName(tx, name)
    if (known && known.role !== role) await changePerson(tx, known.id, { role })
    if (known && known.status !== 'active') await changePerson(tx, known.id, { status: 'active' })
    const personId = known?.id ?? (await addPerson(tx, name, role))
    return success(await invite(tx, setting, { personId, opens: signsIn(role) ? 'sign-in' : 'phone' }))
  })

async function invite(
  tx: Db,
  { by, origin }: Appointing,
  { personId, opens }: { personId: string; opens: InvitationOpens },
): Promise<Invited> {
  const code = newCode()
  const expires_at = await addInvitation(tx, { personId, opens, hash: hashOfCode(code) })
  await recordAct(tx, by, { verb: 'person-invited', objectId: personId, details: { opens } })
  return {
    person: await getPerson(tx, personId),
    opens,
    code,
    address: addressOfInvitation(origin, opens, code),
    expires_at,
  }
}

/** Changes the name, role or status of a person. A repeat changes nothing and is not recorded. */
export const changeAppointed = (
  setting: Appointing,
  id: string,
  change: PersonChange,
): Promise<Answer<PersonListed>> =>
  setting.db.transaction().execute(async (tx) => {
    await lockAdmins(tx)
    const person = await lockPerson(tx, id)
    if (!person) return failWith('not-found')
    const problem = await decideChange(tx, setting, person, change)
    if (problem) return problem
    const { name = person.name, role = person.role, status = person.status } = change
    const details = {
      ...(role !== person.role && { role }),
      ...(status !== person.status && { status }),
    }
    const changed = { ...(name !== person.name && { name }), ...details }
    if (Object.keys(changed).length === 0) return success(await getPerson(tx, id))
    await changePerson(tx, id, changed)
    await recordAct(tx, setting.by, { verb: 'person-changed', objectId: id, details })
    return success(await getPerson(tx, id))
  })

async function decideChange(
  tx: Db,
  { by, role: own }: Appointing,
  person: LockedPerson,
  { name, role, status }: PersonChange,
) {
  // No one changes their own role or status.
  const isSelf = by.actorId === person.id && (role !== undefined || status !== undefined)
  if (isSelf || !mayAppoint(own, person.role) || !mayAppoint(own, role ?? person.role))
    return failWith('not-allowed')
  if (person.status === 'retired') return failWith('person-retired')
  const loses =
    person.role === 'admin' && ((role ?? 'admin') !== 'admin' || (status ?? 'active') !== 'active')
  if (loses && (await countAdmins(tx, person.id)) === 0) return failWith('last-admin')
  const hasName = name !== undefined && (await findByName(tx, name))
  if (hasName && hasName.id !== person.id) return failWith('name-taken')
  return undefined
}
