import type { FastifyPluginAsync } from 'fastify'
import { DO_NOT_KNOCK_PATH } from '#protocol/register.ts'
import { fieldsOf } from '../../automation/report.ts'
import type { Config } from '../../config.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { requireKey } from '../../http/public-key.ts'
import { REGISTER_ROUTES } from './descriptions.ts'
import { entryOfDoor } from './entry-of.ts'
import { addEntries, type RegisterContext } from './register.commands.ts'
import { AREA_QUERY, DOOR_ENTRIES } from './register.requests.ts'
import { createRegisterForPhones } from './register-for-phones.ts'

type RoutesContext = RegisterContext & { config: Pick<Config, 'publicKey'> }

/** Receives the entries that phones make at the door, and returns those that phones must know (docs/product 16.3). */
export function registerRoutes(context: RoutesContext): FastifyPluginAsync {
  const readFor = createRegisterForPhones(context.db)
  return async (app) => {
    app.setErrorHandler(answerError)
    const config = { describes: REGISTER_ROUTES.enter }
    app.post(DO_NOT_KNOCK_PATH, { config, onRequest: requireKey(context) }, async ({ body }, reply) => {
      const given = DOOR_ENTRIES.safeParse(body)
      if (!given.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(given.error)))
      const undone = given.data.filter((entry) => entry.undone).map(({ id }) => id)
      return addEntries(context, given.data.map(entryOfDoor), undone)
    })
    app.get(
      DO_NOT_KNOCK_PATH,
      { config: { describes: REGISTER_ROUTES.forPhones }, onRequest: requireKey(context) },
      async (request, reply) => {
        const asked = AREA_QUERY.safeParse(request.query)
        if (!asked.success) return sendProblem(reply, problemOf('PGRST100', fieldsOf(asked.error)))
        const { text, etag } = await readFor(asked.data.area)
        reply.headers({ etag, 'cache-control': 'no-cache' })
        if (request.headers['if-none-match'] === etag) return reply.code(304).send()
        return reply.type('application/json; charset=utf-8').send(text)
      },
    )
  }
}
