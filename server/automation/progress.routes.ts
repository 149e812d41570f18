import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SALES_PROGRESS_PATH, type SalesProgress } from '#protocol/functions.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { nextProgressSequence } from '../deliveries/deliveries.queries.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { queueProgress } from '../deliveries/states.queries.ts'
import { answerError } from '../http/answer-error.ts'
import { readSequence } from '../http/idempotency-key.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { fieldsOf, REPORT } from './report.ts'

type ProgressContext = Admitting & {
  db: Db
  deliveries: Pick<Deliveries, 'wake'>
  config: Pick<Config, 'webhook'>
}

const describes = {
  summary: 'Report a finished step of a sale to the automation service',
  body: REPORT,
  status: 202,
  answer: z.object({ queued: z.boolean() }),
} satisfies Description

/** Receives finished steps from phones, for the automation service (docs/product 8.4). */
export const progressRoutes =
  (context: ProgressContext): FastifyPluginCallback =>
  (app, _options, done) => {
    app.setErrorHandler(answerError)
    app.post(
      SALES_PROGRESS_PATH,
      { onRequest: admit(context, 'make-sales'), config: { describes } },
      async (request, reply) => {
        const report = REPORT.safeParse(request.body)
        if (!report.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(report.error)))
        const sequence = readSequence(request.headers['idempotency-key'], report.data.session_id)
        if (!sequence.ok) return sendProblem(reply, sequence.failure)
        if (!context.config.webhook) return reply.code(202).send({ queued: false })
        await queueReport(context, request, report.data, sequence.value)
        return reply.code(202).send({ queued: true })
      },
    )
    done()
  }

/** A repeat changes nothing. If a report has no sequence, it gets the next free one. */
async function queueReport(
  { db, deliveries }: ProgressContext,
  { id: requestId, log }: FastifyRequest,
  payload: SalesProgress,
  given?: number,
) {
  const sessionId = payload.session_id
  let queued = false
  do {
    const sequence = given ?? (await nextProgressSequence(db, sessionId))
    queued = await queueProgress(db, { sessionId, sequence, payload, requestId })
  } while (!queued && given === undefined)
  log.info({ sessionId, step: payload.step, queued }, 'Received a progress report')
  if (queued) deliveries.wake()
}
