import type { FastifyPluginAsync } from 'fastify'
import { VISITS_PATH } from '#protocol/visits.ts'
import type { Context } from '../../context.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { fieldsOf } from '../../http/read-input.ts'
import { admit } from '../../identity/admit.ts'
import type { Description } from '../../openapi/description.ts'
import { storeVisits } from './store-visits.commands.ts'
import { readVisits, VISITS_QUERY } from './visit-calls.ts'
import { listVisits } from './visits.queries.ts'

const store: Description = { summary: 'Store visits, each once' }
const list: Description = { summary: 'List the visits of one door', query: VISITS_QUERY }

/** Returns the routes that receive visits from phones and return those at one door (docs/product 15.5). */
export function visitsRoutes(context: Pick<Context, 'callers' | 'db' | 'changeFeed'>): FastifyPluginAsync {
  const { db, changeFeed } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-leads', write: 'make-sales' }))
    app.post(VISITS_PATH, { config: { describes: store } }, async (request, reply) => {
      const calls = readVisits(request.body)
      if (!calls.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(calls.error)))
      const { phoneId } = request.caller
      const visits = [calls.data].flat().map((visit) => ({ ...visit, phone: phoneId ?? visit.phone }))
      const stored = await storeVisits(db, visits)
      if (!stored.ok) return sendProblem(reply, stored.failure)
      changeFeed.wake()
      return reply.send(Array.isArray(calls.data) ? stored.value : stored.value[0])
    })
    app.get(VISITS_PATH, { config: { describes: list } }, async (request, reply) => {
      const query = VISITS_QUERY.safeParse(request.query)
      if (!query.success) return sendProblem(reply, problemOf('22P02', fieldsOf(query.error)))
      return reply.send(await listVisits(db, query.data.lead_id))
    })
  }
}
