import { sellsAtDoor, signsIn } from '#domain/access/roles.ts'
import type { PersonListed } from '#protocol/people.ts'
import { londonMoment } from '../sale/london-moment.ts'
import { ROLE_NAMES } from './role-words.ts'

/** Returns a person's role, how they get in, and when they last did, in short parts. */
export function personInWords(person: PersonListed): string[] {
  const { role, status, seen_at, invited_until } = person
  if (status === 'retired') return [ROLE_NAMES[role], 'Retired']
  const sells = sellsAtDoor(role) || person.phones.length > 0
  return [
    ROLE_NAMES[role],
    ...(sells ? [phonesInWords(person)] : []),
    ...(seen_at ? [`Last seen ${londonMoment(seen_at)}`] : signsIn(role) ? [signInInWords(person)] : []),
    ...(invited_until ? [`${invitedInWords(person)} until ${londonMoment(invited_until)}`] : []),
  ]
}

/** If a person has a password and does not sell, an invitation can only be for choosing a new password. */
const invitedInWords = ({ role, can_sign_in }: PersonListed) =>
  can_sign_in && !sellsAtDoor(role) ? 'Can choose a new password' : 'Invited'

const signInInWords = ({ can_sign_in }: PersonListed) =>
  can_sign_in ? 'Not signed in' : 'Has no password yet'

const phonesInWords = ({ phones }: PersonListed) =>
  phones.length === 0 ? 'No phone' : phones.map(({ name, state }) => `${name}${STATES[state]}`).join(', ')

const STATES = { active: '', suspended: ' (suspended)', wiping: ' (being wiped)', wiped: ' (wiped)' }
