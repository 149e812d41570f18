import type { FastifyPluginAsync } from 'fastify'
import { copyStateOf } from '#domain/copy/copy-state.ts'
import type { DocumentsNotGiven } from '#protocol/office-lists.ts'
import { byCaller } from '../audit/record-act.queries.ts'
import type { Config } from '../config.ts'
import { listCopyProgress } from '../copy/copy-states.queries.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { listCustomerNotices } from './customer-notices.queries.ts'
import { dealWith } from './dealt-with.queries.ts'
import { countNotGiven, listNotGiven } from './documents-not-given.queries.ts'
import { CUSTOMER_NOTICES, DEALT_WITH, DOCUMENTS_NOT_GIVEN } from './record-answers.ts'
import { DEAL_WITH_BODY, LIST_QUERY } from './requests.ts'

const notGiven = {
  summary: 'List customers who are owed their documents',
  query: LIST_QUERY,
  answer: DOCUMENTS_NOT_GIVEN,
} satisfies Description
const notices = {
  summary: 'List cancellations and disputes',
  query: LIST_QUERY,
  answer: CUSTOMER_NOTICES,
} satisfies Description
const dealing = {
  summary: 'Mark an entry as dealt with, or take that back',
  body: DEAL_WITH_BODY,
  answer: DEALT_WITH,
} satisfies Description

type ListsContext = Admitting & { db: Db; config: Pick<Config, 'mail'> }

/** Returns the routes of what the office has to deal with (docs/product 8.7). Calls need the public key. */
export function officeListsRoutes(context: ListsContext): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'write-office' }))

    app.get('/documents-not-given', { config: { describes: notGiven } }, async ({ query }, reply) => {
      const asked = LIST_QUERY.safeParse(query)
      if (!asked.success) return sendProblem(reply, problemOf('PGRST100', fieldsOf(asked.error)))
      return readNotGiven(context, asked.data.dealt_with)
    })
    app.get('/customer-notices', { config: { describes: notices } }, async ({ query }, reply) => {
      const asked = LIST_QUERY.safeParse(query)
      if (!asked.success) return sendProblem(reply, problemOf('PGRST100', fieldsOf(asked.error)))
      return listCustomerNotices(db, asked.data.dealt_with)
    })
    app.post('/dealt-with', { config: { describes: dealing } }, async (request, reply) => {
      const asked = DEAL_WITH_BODY.safeParse(request.body)
      if (!asked.success) return sendProblem(reply, problemOf('PGRST102', fieldsOf(asked.error)))
      const dealt = await dealWith(db, byCaller(request), asked.data)
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
