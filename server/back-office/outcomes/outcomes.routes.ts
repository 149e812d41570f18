import type { FastifyPluginAsync } from 'fastify'
import { byCaller } from '../../audit/record-act.queries.ts'
import type { Db } from '../../db/schema.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { fieldsOf } from '../../http/read-input.ts'
import { type Admitting, admit } from '../../identity/admit.ts'
import type { Description } from '../../openapi/description.ts'
import { SALE_PARAMS } from '../requests.ts'
import { NEW_OUTCOME, OUTCOME_MARK, OUTCOME_PARAMS, SALE_OUTCOME } from './outcomes.requests.ts'
import { recordOutcome, takeBackOutcome } from './record-outcome.ts'

const recording = {
  summary: 'Record what came of a signed sale',
  params: SALE_PARAMS,
  body: NEW_OUTCOME,
  answer: SALE_OUTCOME,
} satisfies Description
const marking = {
  summary: 'Take an outcome back, or let it count again',
  params: OUTCOME_PARAMS,
  body: OUTCOME_MARK,
  answer: SALE_OUTCOME,
} satisfies Description

/**
 * Returns the routes with which the office records what happens after the signature (docs/product 23.3). Calls need the
 * public key.
 */
export function outcomesRoutes(context: Admitting & { db: Db }): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'record-outcomes' }))

    app.post('/:session_id/outcomes', { config: { describes: recording } }, async (request, reply) => {
      const sale = SALE_PARAMS.safeParse(request.params)
      if (!sale.success) return sendProblem(reply, problemOf('not-found'))
      const outcome = NEW_OUTCOME.safeParse(request.body)
      if (!outcome.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(outcome.error)))
      const recorded = await recordOutcome(db, byCaller(request), sale.data.session_id, outcome.data)
      return recorded.ok ? recorded.value : sendProblem(reply, recorded.failure)
    })
    app.put('/:session_id/outcomes/:id', { config: { describes: marking } }, async (request, reply) => {
      const which = OUTCOME_PARAMS.safeParse(request.params)
      const mark = OUTCOME_MARK.safeParse(request.body)
      if (!mark.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(mark.error)))
      const marked =
        which.success && (await takeBackOutcome(db, byCaller(request), which.data, mark.data.taken_back))
      return marked || sendProblem(reply, problemOf('not-found'))
    })
  }
}
