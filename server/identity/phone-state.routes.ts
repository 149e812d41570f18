import type { FastifyPluginAsync } from 'fastify'
import { OFFICE_PHONES_PATH } from '#protocol/phones.ts'
import { byCaller } from '../audit/record-act.queries.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { findPhone } from '../phones/phones.queries.ts'
import { PHONE_LISTED } from '../phones/phones.requests.ts'
import { admit } from './admit.ts'
import { ID_PARAMS, PHONE_STATE_WANTED } from './identity.requests.ts'
import { setPhoneState } from './phone-state.queries.ts'

const describes = {
  summary: 'Suspend an enrolled phone, resume it, or ask it to delete everything',
  params: ID_PARAMS,
  body: PHONE_STATE_WANTED,
  answer: PHONE_LISTED,
}

/** Returns the route with which the office suspends, resumes and wipes enrolled phones (docs/product 26.6). */
export function phoneStateRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  const { callers, db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'manage-phones'))
    app.put(`${OFFICE_PHONES_PATH}/:id/state`, { config: { describes } }, async (request, reply) => {
      const which = ID_PARAMS.safeParse(request.params)
      const { data, error } = PHONE_STATE_WANTED.safeParse(request.body)
      if (error) return sendProblem(reply, problemOf('PGRST102', fieldsOf(error)))
      const isSet = which.success && (await setPhoneState(db, byCaller(request), which.data.id, data.state))
      if (!isSet) return sendProblem(reply, problemOf('not-found'))
      callers.forget()
      return findPhone(db, which.data.id)
    })
  }
}
