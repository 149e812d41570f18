import type { FastifyPluginAsync } from 'fastify'
import { phoneName } from '#domain/phone/phone-name.ts'
import { PHONES_PATH } from '#protocol/phones.ts'
import { fieldsOf } from '../automation/report.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { requireKey } from '../http/public-key.ts'
import type { Description } from '../openapi/description.ts'
import { storeReport } from './phones.queries.ts'
import { PHONE_NAME, PHONE_REPORT } from './phones.requests.ts'

const report: Description = {
  summary: 'Report how a phone is and what waits on it',
  body: PHONE_REPORT,
  answer: PHONE_NAME,
}

/** Receives what phones say of themselves (docs/product 24.2), with the public key. */
export function phonesRoutes(context: Pick<Context, 'config' | 'db'>): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', requireKey(context))
    app.post(PHONES_PATH, { config: { describes: report } }, async ({ body }, reply) => {
      const { data, error } = PHONE_REPORT.safeParse(body)
      if (error) return sendProblem(reply, problemOf('PGRST102', fieldsOf(error)))
      return { name: phoneName(await storeReport(context.db, data)) }
    })
  }
}
