import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { InvitationOpens } from '#protocol/identity.ts'
import {
  type Invited,
  type NewPerson,
  PEOPLE_PATH,
  type PeopleListed,
  type PersonChange,
  type PersonListed,
} from '#protocol/people.ts'
import { ask } from './ask.ts'

const PATH = BACK_OFFICE_PATH + PEOPLE_PATH

/** Reads the people, retired ones included (docs/product 26.8). */
export const readPeople = () => ask(PATH, isObject<PeopleListed>)

/** Adds a person and invites them. */
export const addPerson = (person: NewPerson) => ask(PATH, isObject<Invited>, { method: 'POST', body: person })

/** Changes the name, role or status of a person. */
export const changePerson = (id: string, change: PersonChange) =>
  ask(`${PATH}/${id}`, isObject<PersonListed>, { method: 'PATCH', body: change })

/** Invites a person once more. An earlier invitation of the same kind ends. */
export const invitePerson = (id: string, opens: InvitationOpens) =>
  ask(`${PATH}/${id}/invitations`, isObject<Invited>, { method: 'POST', body: { opens } })
