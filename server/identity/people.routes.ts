import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { PEOPLE_PATH } from '#protocol/people.ts'
import { byCaller } from '../audit/record-act.queries.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, sendProblem } from '../http/problem.ts'
import { readInput } from '../http/read-input.ts'
import { admit } from './admit.ts'
import {
  ID_PARAMS,
  INVITATION_WANTED,
  INVITED,
  NEW_PERSON,
  PEOPLE_LISTED,
  PERSON_CHANGE,
  PERSON_LISTED,
} from './identity.requests.ts'
import {
  type Appointing,
  addAndInvite,
  changeAppointed,
  inviteAgain,
  inviteByOperator,
} from './people.commands.ts'
import { getPerson, listPeople } from './people.queries.ts'

type PeopleContext = Pick<Context, 'callers' | 'config' | 'db'>

const list = { summary: 'List the people', answer: PEOPLE_LISTED }
const add = {
  summary: 'Add a person and invite them',
  body: NEW_PERSON,
  answer: INVITED,
  status: 201,
} as const
const change = {
  summary: 'Change a person: name, role or status',
  params: ID_PARAMS,
  body: PERSON_CHANGE,
  answer: PERSON_LISTED,
}
const invite = {
  summary: 'Invite a person again, for a phone or a new password',
  params: ID_PARAMS,
  body: INVITATION_WANTED,
  answer: INVITED,
  status: 201,
} as const

/** Returns the routes for the people of the company (docs/product 26.8, `protocol/people.ts`). */
export function peopleRoutes(context: PeopleContext): FastifyPluginAsync {
  const { callers, db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-people', write: 'manage-people' }))

    app.get(PEOPLE_PATH, { config: { describes: list } }, async () => ({ people: await listPeople(db) }))
    app.post(PEOPLE_PATH, { config: { describes: add } }, async (request, reply) => {
      const given = readInput(NEW_PERSON, request.body, 'PGRST102')
      if (!given.ok) return sendProblem(reply, given.failure)
      const setting = await appointing(context, request)
      const invite = setting.by.actor === 'operator' ? inviteByOperator : addAndInvite
      return answer(reply, await invite(setting, given.value), 201)
    })
    app.post(`${PEOPLE_PATH}/:id/invitations`, { config: { describes: invite } }, async (request, reply) => {
      const given = readInput(INVITATION_WANTED, request.body, 'PGRST102')
      if (!given.ok) return sendProblem(reply, given.failure)
      const setting = await appointing(context, request)
      return answer(reply, await inviteAgain(setting, idOf(request), given.value.opens), 201)
    })
    app.patch(`${PEOPLE_PATH}/:id`, { config: { describes: change } }, async (request, reply) => {
      const given = readInput(PERSON_CHANGE, request.body, 'PGRST102')
      if (!given.ok) return sendProblem(reply, given.failure)
      const setting = await appointing(context, request)
      const changed = await changeAppointed(setting, idOf(request), given.value)
      if (changed.ok) callers.forget()
      return answer(reply, changed)
    })
  }
}

/** Returns who appoints. An operator appoints as an admin does. */
async function appointing({ config, db }: PeopleContext, request: FastifyRequest): Promise<Appointing> {
  const by = byCaller(request)
  const role = by.actorId === undefined ? 'admin' : (await getPerson(db, by.actorId)).role
  return { db, by, role, origin: config.publicUrl ?? `${request.protocol}://${request.host}` }
}

/** Returns the id of a person, or the nil UUID, which no person has, if it is not valid. */
const idOf = ({ params }: FastifyRequest) =>
  ID_PARAMS.safeParse(params).data?.id ?? '00000000-0000-0000-0000-000000000000'

const answer = (reply: FastifyReply, given: Answer<unknown>, status = 200) =>
  given.ok ? reply.code(status).send(given.value) : sendProblem(reply, given.failure)
