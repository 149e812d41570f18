import type { Hold } from '#domain/access/hold.ts'
import { OF_ANONYMOUS, OF_PUBLIC_KEY, PERMISSIONS, type Permission } from '#domain/access/permissions.ts'
import { OF_PHONE, permissionsOf, sellsAtDoor } from '#domain/access/roles.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Actor } from '#protocol/audit.ts'
import type { AuthMode } from '#protocol/identity.ts'
import type { EnrolledPhone, SignedIn, TokenInUse } from './credentials.queries.ts'

/** The caller and what they may do (docs/product 26.3). */
export type Caller = Readonly<{
  permissions: ReadonlySet<Permission>
  /** The actor in the audit. A person or a token has an id. */
  actor: Actor
  actorId?: string | undefined
  /** The owner of the sales that this call makes. */
  ownerId?: string | undefined
  /** The caller sees only the sales of this person; undefined for all sales. */
  onlyOf?: string | undefined
  /**
   * The caller writes only the sales of this person; undefined for all sales. A phone sells only for its own person.
   */
  sellsFor?: string | undefined
  /** The enrolled phone that makes the call. */
  phoneId?: string | undefined
  /** The reason why the sales of this call are held. */
  hold?: Hold | undefined
}>

/** The phone and the person that a call's credentials belong to. */
export type Found = {
  mode: AuthMode
  signedIn?: SignedIn | undefined
  phone?: EnrolledPhone | undefined
  /** Whether the call has the credential of a phone, known or unknown. */
  claimsPhone: boolean
}

/** The reason why a call is not admitted, by the code of its problem. */
export type NotAdmitted =
  | 'invalid-key'
  | 'sign-in-needed'
  | 'phone-unknown'
  | 'phone-suspended'
  | 'not-allowed'

export const OPERATOR: Caller = { permissions: new Set(PERMISSIONS), actor: 'operator' }
/** The caller where no one can sign in. */
export const ANYONE: Caller = { permissions: OF_ANONYMOUS, actor: 'office' }
/** The caller with only the public key, where people can sign in. */
const UNKNOWN: Caller = { permissions: OF_PUBLIC_KEY, actor: 'office' }

export const callerOfToken = ({ id, permissions }: TokenInUse): Caller => ({
  permissions: new Set(permissions),
  actor: 'token',
  actorId: id,
})

/** Decides who the caller is from the public key and perhaps a sign-in, an enrolled phone or both. */
export function decideCaller({ mode, signedIn, phone, claimsPhone }: Found): Result<Caller, NotAdmitted> {
  if (phone && signedIn) return success(both(callerOfPhone(phone), callerOfPerson(signedIn)))
  if (phone) return success(callerOfPhone(phone))
  if (signedIn) return success(callerOfPerson(signedIn))
  // The sales of an unknown phone would have no owner.
  if (claimsPhone) return failed('phone-unknown')
  return mode === 'mixed' ? success(UNKNOWN) : failed('sign-in-needed')
}

/** Decides whether a caller may do something. Undefined means that any caller who is admitted may. */
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
  // Accept what was signed from a phone in any state, because it must never be lost.
  if (hold) return { ...whose, permissions: new Set(['make-sales']), hold }
  return { ...whose, permissions: OF_PHONE }
}

/**
 * Returns why a phone's sales are held. If a person's new role does not sell, there may still be sales on their phone.
 */
function holdOf(state: EnrolledPhone['state'], { status, role }: EnrolledPhone['person']): Hold | undefined {
  if (state !== 'active') return 'phone-suspended'
  return status === 'active' && sellsAtDoor(role) ? undefined : 'person-suspended'
}

/**
 * Combines the callers if someone signed in on an enrolled phone: the phone's person sells, and the person who signed
 * in sees what their role allows.
 */
const both = (phone: Caller, person: Caller): Caller => ({
  ...phone,
  actorId: person.actorId,
  permissions: new Set([...phone.permissions, ...person.permissions]),
  onlyOf: undefined,
})

/** No sale has this owner. */
const NO_ONE = 'no one'

/** Returns the person whose sales alone a caller may follow, or undefined for all sales. */
export const followedOwner = ({ permissions, onlyOf }: Caller): string | undefined =>
  permissions.has('read-sales') ? onlyOf : NO_ONE
