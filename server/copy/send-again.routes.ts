import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { success } from '#domain/kernel/result.ts'
import { type By, byCaller, recorded } from '../audit/record-act.queries.ts'
import { QUEUED } from '../back-office/answers.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/schema.ts'
import { queueCopyAgain } from '../deliveries/copies.queries.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { openReceivers } from '../deliveries/receivers.queries.ts'
import { findChain } from '../evidence/evidence.queries.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'

const SALE = z.strictObject({ session_id: z.string().min(1).max(200) })

const describes = {
  summary: 'Email a customer’s copy again',
  body: SALE,
  answer: QUEUED,
} satisfies Description

type SendContext = Admitting & {
  db: Db
  config: Pick<Config, 'mail'>
  deliveries: Pick<Deliveries, 'wake'>
}

/** Returns the route with which the office mails a customer's copy once more (docs/product 13.9). */
export function sendAgainRoutes(context: SendContext): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'write-office'))

    app.post('/send-again', { config: { describes } }, async (request, reply) => {
      const sale = SALE.safeParse(request.body)
      if (!sale.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(sale.error)))
      const queued = await sendAgain(context, byCaller(request), sale.data.session_id)
      return queued.ok ? reply.send(queued.value) : sendProblem(reply, queued.failure)
    })
  }
}

/**
 * Queues the copy's mail again. It is the same mail with the same id, so most readers show it once. As after any retry
 * by hand, the mail server is tried again even if it refused our mails.
 */
async function sendAgain(
  { db, config, deliveries }: SendContext,
  by: By,
  sessionId: string,
): Promise<Answer<{ queued: number }>> {
  if (!(await findChain(db, sessionId))) return failWith('not-found')
  if (!config.mail) return failWith('copy-not-mailed', 'No mail service is set up.')
  const isQueued = await recorded(
    db,
    by,
    (tx) => queueCopyAgain(tx, sessionId),
    (queued) => queued && { verb: 'copy-sent-again', sessionId },
  )
  if (!isQueued) return failWith('copy-not-mailed')
  await openReceivers(db, 'copy')
  deliveries.wake()
  return success({ queued: 1 })
}
