import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import {
  type Invited,
  type NewPerson,
  PEOPLE_PATH,
  type PeopleListed,
  type PhoneStateWanted,
} from '#protocol/people.ts'
import { OFFICE_PHONES_PATH, type PhoneListed } from '#protocol/phones.ts'
import { BY_OPERATOR } from '../../audit/record-act.queries.ts'
import { NotDone } from '../../backup/not-done.ts'
import type { Config } from '../../config.ts'
import { EmbeddedDatabaseInUse } from '../../db/embedded/folder-lock.ts'
import type { Database } from '../../db/handle.ts'
import { openDoorstep } from '../../open-doorstep.ts'
import { findPhone } from '../../phones/phones.queries.ts'
import { callRunning, readAnswer } from '../../running-doorstep.ts'
import { inviteByOperator } from '../people.commands.ts'
import { listPeople } from '../people.queries.ts'
import { setPhoneState } from '../phone-state.queries.ts'

/**
 * What an operator does with people and phones, in this process or through the running Doorstep. Calls throw `NotDone`.
 */
export type PeopleWork = {
  /** Invites a person. Adds them, or gives them the role if they are already known. */
  invite(person: NewPerson): Promise<Pick<Invited, 'opens' | 'code'>>
  list(): Promise<PeopleListed>
  /** Gives an enrolled phone a state. Returns undefined if there is no such phone. */
  setState(id: string, state: PhoneStateWanted['state']): Promise<PhoneListed | undefined>
  close(): Promise<void>
}

/** Opens the people of a database. If it is embedded and in use, works through the Doorstep that runs on it. */
export async function openPeople(config: Config): Promise<PeopleWork> {
  try {
    return peopleOn(await openDoorstep(config))
  } catch (error) {
    if (!(error instanceof EmbeddedDatabaseInUse)) throw error
    return runningPeople(config)
  }
}

const peopleOn = ({ db, close }: Database): PeopleWork => ({
  async invite(person) {
    const invited = await inviteByOperator({ db, by: BY_OPERATOR, role: 'admin', origin: '' }, person)
    if (!invited.ok) throw new NotDone(invited.failure.body.message)
    return invited.value
  },
  list: async () => ({ people: await listPeople(db) }),
  setState: async (id, state) =>
    (await setPhoneState(db, BY_OPERATOR, id, state)) ? findPhone(db, id) : undefined,
  close,
})

function runningPeople(config: Config): PeopleWork {
  const send = (method: string, path: string, body: object) =>
    callRunning(config, `${BACK_OFFICE_PATH}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    invite: async (person) => readAnswer<Invited>(await send('POST', PEOPLE_PATH, person)),
    list: async () => readAnswer<PeopleListed>(await callRunning(config, BACK_OFFICE_PATH + PEOPLE_PATH)),
    async setState(id, state) {
      const answer = await send('PUT', `${OFFICE_PHONES_PATH}/${encodeURIComponent(id)}/state`, { state })
      return answer.status === 404 ? undefined : readAnswer<PhoneListed>(answer)
    },
    close: async () => {},
  }
}
