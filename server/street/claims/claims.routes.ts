import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { CLAIMS_PATH, type ClaimAnswer, MAX_CLAIMS_A_CALL } from '#protocol/claims.ts'
import type { Context } from '../../context.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { fieldsOf } from '../../http/read-input.ts'
import { storableText } from '../../http/storable-text.ts'
import { admit } from '../../identity/admit.ts'
import type { Description } from '../../openapi/description.ts'
import { CLAIM_SHOWN } from './description.ts'
import { receiveClaim } from './receive-claim.ts'

const text = storableText(300)
const uuid = z.uuid().transform((id) => id.toLowerCase())
const given = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString())

const CLAIM = z.strictObject({
  id: uuid,
  street: text.min(1),
  street_name: text.min(1),
  area: text.default(''),
  phone: uuid,
  claimed_at: given,
  renewed_at: given.nullish().default(null),
  released_at: given.nullish().default(null),
})
const CLAIMS = z.union([CLAIM, z.array(CLAIM).min(1).max(MAX_CLAIMS_A_CALL)])

const claim: Description = {
  summary: 'Claim, renew or release streets, which warns other phones',
  body: CLAIMS,
  answer: z.array(
    CLAIM_SHOWN.extend({ state: z.enum(['held', 'lost', 'over']), held_by: CLAIM_SHOWN.nullable() }),
  ),
}

/** Returns the route by which phones claim, renew and release streets (docs/product 17.6). */
export function claimsRoutes(context: Pick<Context, 'callers' | 'db' | 'changeFeed'>): FastifyPluginAsync {
  const { db, changeFeed } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'make-sales'))
    app.post(CLAIMS_PATH, { config: { describes: claim } }, async (request, reply) => {
      const claims = CLAIMS.safeParse(request.body)
      if (!claims.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(claims.error)))
      const answers: ClaimAnswer[] = []
      // Each claim has its own transaction, so that a lost one does not undo the others.
      for (const one of [claims.data].flat()) {
        const phone = request.caller.phoneId ?? one.phone
        answers.push(await receiveClaim(db, { ...one, phone }))
      }
      changeFeed.wake()
      return reply.send(answers)
    })
  }
}
