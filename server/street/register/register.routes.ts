import type { FastifyPluginAsync } from 'fastify'
import { DO_NOT_KNOCK_PATH } from '#protocol/register.ts'
import { answerError } from '../../http/answer-error.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { fieldsOf } from '../../http/read-input.ts'
import { type Admitting, admit } from '../../identity/admit.ts'
import { REGISTER_ROUTES } from './descriptions.ts'
import { entryOfDoor } from './entry-of.ts'
import { addEntries, type RegisterContext } from './register.commands.ts'
import { DOOR_ENTRIES } from './register.requests.ts'

type RoutesContext = RegisterContext & Admitting

/** Returns the route that receives the entries that phones make at the door (docs/product 16.3). */
export function registerRoutes(context: RoutesContext): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    const config = { describes: REGISTER_ROUTES.enter }
    app.post(
      DO_NOT_KNOCK_PATH,
      { config, onRequest: admit(context, 'make-sales') },
      async ({ body }, reply) => {
        const given = DOOR_ENTRIES.safeParse(body)
        if (!given.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(given.error)))
        const undone = given.data.filter((entry) => entry.undone).map(({ id }) => id)
        return addEntries(context, given.data.map(entryOfDoor), { undone })
      },
    )
  }
}
