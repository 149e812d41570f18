import { ROLES, type Role } from '#domain/access/roles.ts'
import { MAX_NAME } from '#protocol/identity.ts'
import type { PhoneStateWanted } from '#protocol/people.ts'

/** The order in the arguments of `doorstep invite`, `people` or `phone`. */
export type PeopleOrder =
  | { verb: 'invite'; name: string; role: Role }
  | { verb: 'people' }
  | { verb: 'phone'; state: PhoneStateWanted['state']; id: string }

const STATES = { suspend: 'suspended', resume: 'active', wipe: 'wiping' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the order in the arguments, or undefined if they make no sense. */
export function readPeopleOrder([verb = '', ...rest]: readonly string[]): PeopleOrder | undefined {
  if (verb === 'people') return rest.length === 0 ? { verb } : undefined
  return verb === 'invite' ? readInvitation(rest) : readPhone(rest)
}

/** Reads an invitation. A name of several words needs no quotes. */
function readInvitation(words: readonly string[]): PeopleOrder | undefined {
  const at = words.findIndex((word) => word.startsWith('--role'))
  const flag = words[at] ?? ''
  const isApart = flag === '--role'
  const given = isApart ? words[at + 1] : flag.replace(/^--role=/, '')
  const role = ROLES.find((known) => known === given)
  const name = words
    .filter((_, index) => index !== at && !(isApart && index === at + 1))
    .join(' ')
    .trim()
  return role && name !== '' && !name.startsWith('-') && name.length <= MAX_NAME
    ? { verb: 'invite', name, role }
    : undefined
}

function readPhone([what = '', id = '', ...others]: readonly string[]): PeopleOrder | undefined {
  const state = Object.hasOwn(STATES, what) ? STATES[what as keyof typeof STATES] : undefined
  return state && UUID.test(id) && others.length === 0
    ? { verb: 'phone', state, id: id.toLowerCase() }
    : undefined
}
