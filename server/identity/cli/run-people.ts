import { INVITATION_HOURS, type PersonListed } from '#protocol/people.ts'
import type { PhoneListed } from '#protocol/phones.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { Config } from '../../config.ts'
import type { Terminal } from '../../terminal.ts'
import { addressOfInvitation } from '../address-of-invitation.ts'
import type { PeopleOrder } from './people-order.ts'
import { openPeople, type PeopleWork } from './people-work.ts'

/** Runs `npx doorstep invite`, `people` or `phone`. Throws `NotDone` or `StartRefused`. */
export async function runPeople(config: Config, order: PeopleOrder, terminal: Terminal): Promise<void> {
  const work = await openPeople(config)
  try {
    if (order.verb === 'invite') await invite(work, config, order, terminal)
    else if (order.verb === 'people') await list(work, terminal)
    else await setState(work, order, terminal)
  } finally {
    await work.close()
  }
}

/** Invites someone. Prints only the address to standard output, so that a script can send it on. */
async function invite(
  work: PeopleWork,
  config: Config,
  { name, role }: Extract<PeopleOrder, { verb: 'invite' }>,
  { say, warn }: Terminal,
): Promise<void> {
  const { opens, code } = await work.invite({ name, role })
  const origin = config.publicUrl ?? `http://localhost:${config.port}`
  const where = opens === 'phone' ? 'on the phone that they sell with' : 'and chooses a password there'
  warn(`${name} opens this address once, within ${INVITATION_HOURS} hours, ${where}:`)
  say(addressOfInvitation(origin, opens, code))
  if (config.authMode === 'anonymous')
    warn('It works once the server runs with AUTH_MODE=mixed or AUTH_MODE=required.')
}

async function list(work: PeopleWork, { say }: Terminal): Promise<void> {
  const { people } = await work.list()
  if (people.length === 0)
    return say('There are no people yet. Invite one: doorstep invite NAME --role=admin')
  for (const person of people) say(describe(person))
}

function describe({ name, role, status, can_sign_in, invited_until, phones }: PersonListed): string {
  const isWaiting = !can_sign_in && phones.length === 0
  const facts = [
    role,
    ...(status === 'active' ? [] : [status]),
    ...(isWaiting && invited_until === null ? ['no phone or sign-in'] : []),
    ...(invited_until === null ? [] : [`invited until ${invited_until}`]),
    ...phones.map((phone) => `${phone.name} ${phone.id} ${phone.state}`),
  ]
  return `${name}: ${facts.join(', ')}`
}

const DONE: Record<Extract<PeopleOrder, { verb: 'phone' }>['state'], string> = {
  active: 'can be used again',
  suspended: 'is suspended: it loads nothing, and sales that it still hands in are held for the office',
  wiping:
    'has been asked to hand in what it has and delete everything; the Phones page shows when that is done',
}

async function setState(
  work: PeopleWork,
  { id, state }: Extract<PeopleOrder, { verb: 'phone' }>,
  { say }: Terminal,
): Promise<void> {
  const phone: PhoneListed | undefined = await work.setState(id, state)
  if (!phone) throw new NotDone('No enrolled phone has this id. List them with: doorstep people')
  say(`${phone.name} of ${phone.person ?? 'no one'} ${DONE[state]}.`)
}
