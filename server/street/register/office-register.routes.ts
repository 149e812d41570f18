import type { FastifyPluginAsync } from 'fastify'
import type { RegisterListed } from '#protocol/register.ts'
import { byCaller, recordTaking } from '../../audit/record-act.queries.ts'
import { LIST_QUERY } from '../../back-office/requests.ts'
import { answerError } from '../../http/answer-error.ts'
import { type Answer, failWith, sendProblem } from '../../http/problem.ts'
import { readInput } from '../../http/read-input.ts'
import { sendCsv } from '../../http/send-csv.ts'
import { type Admitting, admit } from '../../identity/admit.ts'
import { REGISTER_ROUTES } from './descriptions.ts'
import { findEntry } from './entries.queries.ts'
import { entryOfOffice } from './entry-of.ts'
import { listRegister } from './list-register.queries.ts'
import { addEntries, liftEntry, type RegisterContext } from './register.commands.ts'
import { LIFT_BODY, LIFT_PARAMS, NEW_ENTRY, REGISTER_QUERY, SEARCH_QUERY } from './register.requests.ts'
import { registerToCsv } from './register-csv.ts'
import { listSignedSales } from './signed-sales.queries.ts'

type OfficeContext = RegisterContext & Admitting

/** Returns the routes of the register for the back office (docs/product 16.4). Calls need the public key. */
export function officeRegisterRoutes(context: OfficeContext): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'write-office' }))

    app.get('/', { config: { describes: REGISTER_ROUTES.list } }, async ({ query }, reply) => {
      const asked = readInput(REGISTER_QUERY, query, 'PGRST100')
      return asked.ok ? listRegister(db, asked.value) : sendProblem(reply, asked.failure)
    })
    app.post('/', { config: { describes: REGISTER_ROUTES.add } }, async (request, reply) => {
      const given = readInput(NEW_ENTRY, request.body, 'PGRST102')
      if (!given.ok) return sendProblem(reply, given.failure)
      await addEntries(context, [entryOfOffice(given.value, new Date())], { by: byCaller(request) })
      return findEntry(db, given.value.id)
    })
    app.post('/:id/lift', { config: { describes: REGISTER_ROUTES.lift } }, async (request, reply) => {
      const which = LIFT_PARAMS.safeParse(request.params)
      const given = readInput(LIFT_BODY, request.body, 'PGRST102')
      if (!given.ok) return sendProblem(reply, given.failure)
      const lifted = which.success
        ? await liftEntry(context, byCaller(request), which.data.id, given.value.why)
        : undefined
      const answer: Answer<RegisterListed> = lifted ? { ok: true, value: lifted } : failWith('not-found')
      return answer.ok ? answer.value : sendProblem(reply, answer.failure)
    })
    app.get('/sales', { config: { describes: REGISTER_ROUTES.sales } }, async ({ query }, reply) => {
      const asked = readInput(LIST_QUERY, query, 'PGRST100')
      return asked.ok ? listSignedSales(db, asked.value.dealt_with) : sendProblem(reply, asked.failure)
    })
    app.get(
      '/export',
      { config: { describes: REGISTER_ROUTES.export, needs: 'take-out' } },
      async (request, reply) => {
        const asked = readInput(SEARCH_QUERY, request.query, 'PGRST100')
        if (!asked.ok) return sendProblem(reply, asked.failure)
        const { search, ...filters } = asked.value
        const details = { ...filters, has_search: search.trim() !== '' }
        await recordTaking(db, request, { verb: 'register-exported', details })
        return sendCsv(reply, 'do-not-knock.csv', registerToCsv(db, asked.value))
      },
    )
  }
}
