import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { answerError } from '../http/answer-error.ts'
import { readSequence } from '../http/idempotency-key.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import { isForeign } from '../identity/foreign-sales.queries.ts'
import type { Description } from '../openapi/description.ts'
import { queueReport } from './queue-report.commands.ts'
import { REPORT } from './report.ts'

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

/** Returns the route that receives finished steps from phones, for the automation service (docs/product 8.4). */
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
        if (await isForeign(context.db, request.caller, [report.data.session_id]))
          return sendProblem(reply, problemOf('not-your-sale'))
        if (!context.config.webhook) return reply.code(202).send({ queued: false })
        const queued = await queueReport(context, request, report.data, sequence.value)
        return queued.ok ? reply.code(202).send({ queued: true }) : sendProblem(reply, queued.failure)
      },
    )
    done()
  }
