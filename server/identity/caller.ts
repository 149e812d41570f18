import type { Hold } from '#domain/access/hold.ts'
import { OF_ANONYMOUS, OF_PUBLIC_KEY, PERMISSIONS, type Permission } from '#domain/access/permissions.ts'
import { OF_PHONE, permissionsOf, sellsAtDoor } from '#domain/access/roles.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Actor } from '#protocol/audit.ts'
import type { AuthMode } from '#protocol/identity.ts'
import type { EnrolledPhone, SignedIn, TokenInUse } from './credentials.queries.ts'

/** Who makes a call, and what they may do (docs/product 26.3). */
export type Caller = Readonly<{
  permissions: ReadonlySet<Permission>
  /** Who it is in the audit: a person or a token by its id. */
  actor: Actor
  actorId?: string | undefined
  /** The person who makes the sales of this call. */
  ownerId?: string | undefined
  /** The person whose sales are the only ones that this caller sees; undefined for all. */
  onlyOf?: string | undefined
  /** The person whose sales are the only ones that this caller writes; undefined for all. Who sells does so for themselves. */
  sellsFor?: string | undefined
  /** The enrolled phone that calls. */
  phoneId?: string | undefined
  /** Why the sales of this call are held. */
  hold?: Hold | undefined
}>

/** What a call showed of itself, as it was found. */
export type Found = {
  mode: AuthMode
  signedIn?: SignedIn | undefined
  phone?: EnrolledPhone | undefined
  /** Whether it has the credential of a phone, known or not. */
  claimsPhone: boolean
}

/** Why a call is not admitted, by the code of its problem. */
export type NotAdmitted =
  | 'invalid-key'
  | 'sign-in-needed'
  | 'phone-unknown'
  | 'phone-suspended'
  | 'not-allowed'

export const OPERATOR: Caller = { permissions: new Set(PERMISSIONS), actor: 'operator' }
/** Everyone, where no one can sign in. */
export const ANYONE: Caller = { permissions: OF_ANONYMOUS, actor: 'office' }
/** A call with the public key alone, where people can sign in. */
const UNKNOWN: Caller = { permissions: OF_PUBLIC_KEY, actor: 'office' }

export const callerOfToken = ({ id, permissions }: TokenInUse): Caller => ({
  permissions: new Set(permissions),
  actor: 'token',
  actorId: id,
})

/** Decides who calls, with the public key and perhaps a sign-in, an enrolled phone or both. */
export function decideCaller({ mode, signedIn, phone, claimsPhone }: Found): Result<Caller, NotAdmitted> {
  if (phone && signedIn) return success(both(callerOfPhone(phone), callerOfPerson(signedIn)))
  if (phone) return success(callerOfPhone(phone))
  if (signedIn) return success(callerOfPerson(signedIn))
  // What a phone that is not known brings would have no owner.
  if (claimsPhone) return failed('phone-unknown')
  return mode === 'mixed' ? success(UNKNOWN) : failed('sign-in-needed')
}

/** Decides whether a caller may do something; undefined means that being admitted is enough. */
export function decidePermission(
  caller: Caller,
  needed: Permission | undefined,
): Result<Caller, NotAdmitted> {
  if (needed === undefined || caller.permissions.has(needed)) return success(caller)
  if (caller.hold) return failed('phone-suspended')
  return failed(caller.actor === 'office' ? 'sign-in-needed' : 'not-allowed')
}

function callerOfPerson({ id, role }: SignedIn): Caller {
  const sellsFor = sellsAtDoor(role) ? id : undefined
  return { permissions: permissionsOf(role), actor: 'person', actorId: id, ownerId: id, sellsFor }
}

function callerOfPhone({ id, state, person }: EnrolledPhone): Caller {
  const whose = {
    actor: 'person',
    actorId: person.id,
    ownerId: person.id,
    onlyOf: person.id,
    sellsFor: person.id,
    phoneId: id,
  } as const
  const hold = holdOf(state, person)
  // What was signed is taken from a phone in any state: it must never be lost.
  if (hold) return { ...whose, permissions: new Set(['make-sales']), hold }
  return { ...whose, permissions: OF_PHONE }
}

/** A person who has got a role that does not sell may still have sales on their phone. */
function holdOf(state: EnrolledPhone['state'], { status, role }: EnrolledPhone['person']): Hold | undefined {
  if (state !== 'active') return 'phone-suspended'
  return status === 'active' && sellsAtDoor(role) ? undefined : 'person-suspended'
}

/** Someone signed in on an enrolled phone: the phone's person sells, and the one who signed in sees what their role shows. */
const both = (phone: Caller, person: Caller): Caller => ({
  ...phone,
  actorId: person.actorId,
  permissions: new Set([...phone.permissions, ...person.permissions]),
  onlyOf: undefined,
})

/** No sale has it as its owner. */
const NO_ONE = 'no one'

/** Returns whose sales alone a caller may follow; undefined for all. */
export const followedOwner = ({ permissions, onlyOf }: Caller): string | undefined =>
  permissions.has('read-sales') ? onlyOf : NO_ONE
