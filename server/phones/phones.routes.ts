import type { FastifyPluginAsync } from 'fastify'
import { phoneName } from '#domain/phone/phone-name.ts'
import { PHONES_PATH } from '#protocol/phones.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { admit } from '../identity/admit.ts'
import { sendCookie } from '../identity/cookies.ts'
import type { Description } from '../openapi/description.ts'
import { storeReport } from './phones.queries.ts'
import { PHONE_REPORT, PHONE_REPORTED } from './phones.requests.ts'

const report: Description = {
  summary: 'Report the state of a phone and what waits on it',
  body: PHONE_REPORT,
  answer: PHONE_REPORTED,
}

/** Returns the route that receives the reports of phones (docs/product 24.2). Calls need the public key. */
export function phonesRoutes(context: Pick<Context, 'callers' | 'config' | 'db'>): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'make-sales'))
    app.post(PHONES_PATH, { config: { describes: report } }, async (request, reply) => {
      const { data, error } = PHONE_REPORT.safeParse(request.body)
      if (error) return sendProblem(reply, problemOf('PGRST102', fieldsOf(error)))
      const { callers, config, db } = context
      const name = phoneName(await storeReport(db, { ...data, id: request.caller.phoneId ?? data.id }))
      const credentials = callers.credentialsOf(request)
      const { phone } = await callers.look(credentials)
      // Browsers forget a cookie that is never renewed.
      if (phone) sendCookie(config, reply, 'phone', credentials.phone)
      return { name, state: phone?.state ?? null }
    })
  }
}
