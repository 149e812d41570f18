import type { FastifyPluginAsync } from 'fastify'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { SALE_RECORD, TIMELINE } from './record-answers.ts'
import { SALE_PARAMS } from './requests.ts'
import { type RecordContext, readSaleRecord, readTimeline } from './sale-record.commands.ts'

const record = {
  summary: 'Read the record of a sale',
  params: SALE_PARAMS,
  answer: SALE_RECORD,
} satisfies Description
const timeline = {
  summary: 'List what happened to a sale, oldest first',
  params: SALE_PARAMS,
  answer: TIMELINE,
} satisfies Description

/** Returns the routes of the record of one sale, for the back office (docs/product 8.7). Calls need the public key. */
export function saleRecordRoutes(context: RecordContext & Admitting): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'write-office' }))

    app.get('/:session_id', { config: { describes: record } }, async ({ params }, reply) => {
      const sessionId = idOf(params)
      const record = sessionId && (await readSaleRecord(context, sessionId))
      return record || sendProblem(reply, problemOf('not-found'))
    })
    app.get('/:session_id/timeline', { config: { describes: timeline } }, async ({ params }, reply) => {
      const sessionId = idOf(params)
      const events = sessionId && (await readTimeline(context.db, sessionId))
      return events || sendProblem(reply, problemOf('not-found'))
    })
  }
}

/** Returns the id of the sale, or undefined if no sale can have this id. */
const idOf = (params: unknown) => SALE_PARAMS.safeParse(params).data?.session_id
