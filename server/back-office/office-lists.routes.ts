import type { FastifyPluginAsync } from 'fastify'
import { copyStateOf } from '#domain/copy/copy-state.ts'
import type { DocumentsNotGiven } from '#protocol/office-lists.ts'
import { fieldsOf } from '../automation/report.ts'
import type { Config } from '../config.ts'
import { listCopyProgress } from '../copy/copy-states.queries.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { requireKey } from '../http/public-key.ts'
import { listCustomerNotices } from './customer-notices.queries.ts'
import { dealWith } from './dealt-with.queries.ts'
import { countNotGiven, listNotGiven } from './documents-not-given.queries.ts'
import { DEAL_WITH_BODY, LIST_QUERY } from './requests.ts'

type ListsContext = { db: Db; config: Pick<Config, 'publicKey' | 'mail'> }

/** What the office has to deal with (docs/product 8.7), with the public key. */
export function officeListsRoutes(context: ListsContext): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', requireKey(context))

    app.get('/documents-not-given', async ({ query }, reply) => {
      const asked = LIST_QUERY.safeParse(query)
      if (!asked.success) return sendProblem(reply, problemOf('PGRST100', fieldsOf(asked.error)))
      return readNotGiven(context, asked.data.dealt_with)
    })
    app.get('/customer-notices', async ({ query }, reply) => {
      const asked = LIST_QUERY.safeParse(query)
      if (!asked.success) return sendProblem(reply, problemOf('PGRST100', fieldsOf(asked.error)))
      return listCustomerNotices(db, asked.data.dealt_with)
    })
    app.post('/dealt-with', async ({ body }, reply) => {
      const asked = DEAL_WITH_BODY.safeParse(body)
      if (!asked.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(asked.error)))
      const dealt = await dealWith(db, asked.data)
      return dealt ? reply.send(dealt) : sendProblem(reply, problemOf('not-found'))
    })
  }
}

async function readNotGiven({ db, config }: ListsContext, dealtWith: boolean): Promise<DocumentsNotGiven> {
  const [count, listed] = await Promise.all([countNotGiven(db), listNotGiven(db, dealtWith)])
  const copies = await listCopyProgress(
    db,
    listed.map(({ session_id }) => session_id),
  )
  const sales = listed.map((sale) => {
    const copy = copies.get(sale.session_id)
    return { ...sale, copy_state: copy ? copyStateOf(copy, config.mail !== undefined) : null }
  })
  return { count, sales }
}
