import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { givenAt } from '#domain/copy/given-at.ts'
import { PAPER_NUMBER, PAPER_NUMBER_RULE } from '#domain/copy/paper-number.ts'
import { COPY_GIVEN_PATH } from '#protocol/functions.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { readSequence } from '../http/idempotency-key.ts'
import { failAsNotOne, problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import { isForeign } from '../identity/foreign-sales.queries.ts'
import { moment } from '../openapi/answers.ts'
import type { Description } from '../openapi/description.ts'
import { appendOnce } from './append-once.ts'
import { type CopyEvent, findSigning } from './copy.queries.ts'

const GIVEN = z.strictObject({
  session_id: z.string().min(1).max(200),
  way: z.enum(['paper', 'shared']),
  number: z.string().trim().regex(PAPER_NUMBER, PAPER_NUMBER_RULE).optional(),
  at: z.iso.datetime(),
})

const describes = {
  summary: 'Record that the customer was given a copy',
  body: GIVEN,
  answer: z.object({ session_id: z.string(), received_at: moment }),
} satisfies Description

const TYPES = { paper: 'paper-given', shared: 'shared' } as const

/** Returns the route that records a copy that an agent gave the customer at the door (docs/product 8.13). */
export function copyGivenRoutes(context: Admitting & { db: Db }): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.post(
      COPY_GIVEN_PATH,
      { onRequest: admit(context, 'make-sales'), config: { describes } },
      async (request, reply) => {
        const call = GIVEN.safeParse(request.body)
        if (!call.success) return sendProblem(reply, problemOf('PGRST102', whatToCorrect(call.error)))
        const { session_id } = call.data
        const sequence = readSequence(request.headers['idempotency-key'], session_id)
        if (!sequence.ok) return sendProblem(reply, sequence.failure)
        if (await isForeign(db, request.caller, [session_id]))
          return sendProblem(reply, problemOf('not-your-sale'))
        const given = await recordGiven(db, call.data)
        if (!given) return sendProblem(reply, failAsNotOne(0).failure)
        return reply.send({ session_id, received_at: given.payload['received_at'] })
      },
    )
  }
}

/**
 * Appends the event of a copy that was given. The same way at the same reported moment counts once. Returns undefined if
 * nothing was recorded of the signing.
 */
async function recordGiven(
  db: Db,
  { session_id, way, number, at: reported }: z.infer<typeof GIVEN>,
): Promise<CopyEvent | undefined> {
  const signing = await findSigning(db, session_id)
  if (!signing) return undefined
  const [reported_at, received_at] = [new Date(reported).toISOString(), new Date().toISOString()]
  const at = givenAt(reported_at, { signedAt: signing.signedAt, receivedAt: received_at })
  const payload = {
    by: 'agent' as const,
    received_at,
    ...(number !== undefined && { number }),
    ...(at !== reported_at && { reported_at }),
  }
  return appendOnce(
    db,
    signing.chain,
    { type: TYPES[way], at, payload },
    (known) => (known.payload['reported_at'] ?? known.at) === reported_at,
  )
}

const whatToCorrect = (error: z.ZodError) =>
  error.issues.some(({ path }) => path[0] === 'number') ? `number: ${PAPER_NUMBER_RULE}` : fieldsOf(error)
