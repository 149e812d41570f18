import type { FastifyPluginCallback } from 'fastify'
import { z } from 'zod'
import { PROGRESS_STEPS, SALES_PROGRESS_PATH, type SalesProgress } from '#protocol/functions.ts'
import type { Context } from '../context.ts'
import { answerError } from '../data-api/answer-error.ts'
import { problemOf, sendProblem } from '../data-api/problem.ts'
import { requireKey } from '../data-api/public-key.ts'
import { nextProgressSequence, queueProgress } from '../jobs/deliveries.queries.ts'

/** Text that the database can hold. */
const text = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'))

const REPORT: z.ZodType<SalesProgress> = z.strictObject({
  session_id: text.min(1).max(200),
  step: z.enum(PROGRESS_STEPS),
  name: text,
  email: text,
  phone: text,
  address: text,
  product: text,
  voucher_used: z.number().nonnegative(),
  rep: text,
  id_document: z.literal(''),
  signature: z.union([z.literal(''), z.string().regex(/^data:image\/jpeg;base64,[A-Za-z0-9+/]+={0,2}$/)]),
  raw_data: z.strictObject({
    hasCustomer: z.boolean(),
    hasLocation: z.boolean(),
    hasEligibility: z.boolean(),
    hasService: z.boolean(),
    hasContract: z.boolean(),
    hasIdDocument: z.boolean(),
    hasSignature: z.boolean(),
  }),
})

type ProgressContext = Pick<Context, 'db' | 'deliveries'> & {
  config: Pick<Context['config'], 'publicKey' | 'webhook'>
}

/** Where phones report a finished step, to be delivered to the automation service (decisions §5). */
export const progressRoutes =
  (context: ProgressContext): FastifyPluginCallback =>
  (app, _options, done) => {
    app.setErrorHandler(answerError)
    app.post(SALES_PROGRESS_PATH, { onRequest: requireKey(context) }, async (request, reply) => {
      const report = REPORT.safeParse(request.body)
      if (!report.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(report.error)))
      const sequence = sequenceOf(request.headers['idempotency-key'], report.data.session_id)
      if (sequence === 'invalid') return sendProblem(reply, problemOf('bad-idempotency-key'))
      if (!context.config.webhook) return reply.code(202).send({ queued: false })
      await queueReport(context, report.data, sequence)
      return reply.code(202).send({ queued: true })
    })
    done()
  }

/** Names of fields, never their values, which are personal. */
const fieldsOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join('; ')

/** The sequence of `<session_id>:<sequence>`; nothing without the header. */
function sequenceOf(
  header: string | string[] | undefined,
  sessionId: string,
): number | undefined | 'invalid' {
  if (header === undefined) return undefined
  const [, session, sequence] = /^(.+):(\d{1,9})$/.exec(String(header)) ?? []
  return session === sessionId ? Number(sequence) : 'invalid'
}

/** A repeat changes nothing. A report without a number gets the next one that is free. */
async function queueReport({ db, deliveries }: ProgressContext, payload: SalesProgress, given?: number) {
  const sessionId = payload.session_id
  let queued = false
  do {
    const sequence = given ?? (await nextProgressSequence(db, sessionId))
    queued = await queueProgress(db, { sessionId, sequence, payload })
  } while (!queued && given === undefined)
  if (queued) deliveries.wake()
}
