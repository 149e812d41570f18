import type { FastifyPluginAsync } from 'fastify'
import { AUDIT_FILE_PATH, AUDIT_PATH } from '#protocol/audit.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { fieldsOf } from '../http/read-input.ts'
import { sendCsv } from '../http/send-csv.ts'
import { admit } from '../identity/admit.ts'
import type { Description } from '../openapi/description.ts'
import { listActs } from './audit.queries.ts'
import { AUDIT_PAGE, AUDIT_QUERY, AUDIT_SEARCH } from './audit.requests.ts'
import { auditToCsv } from './audit-csv.ts'
import { recordTaking } from './record-act.queries.ts'

const list: Description = {
  summary: 'List what the office and operators did, the latest first',
  query: AUDIT_QUERY,
  answer: AUDIT_PAGE,
}
const file: Description = {
  summary: 'Export what the office and operators did',
  query: AUDIT_SEARCH,
  answer: 'text/csv',
}

/** Returns the routes that show, with the public key, what the office and operators did (docs/product 25). */
export function auditRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'read-audit'))
    app.get(AUDIT_PATH, { config: { describes: list } }, async ({ query }, reply) => {
      const { data, error } = AUDIT_QUERY.safeParse(query)
      return data ? listActs(db, data) : sendProblem(reply, problemOf('PGRST100', fieldsOf(error)))
    })
    app.get(AUDIT_FILE_PATH, { config: { describes: file } }, async (request, reply) => {
      const { data, error } = AUDIT_SEARCH.safeParse(request.query)
      if (!data) return sendProblem(reply, problemOf('PGRST100', fieldsOf(error)))
      const { session_id, ...filters } = data
      const details = { ...filters, has_sale: session_id !== '' }
      await recordTaking(db, request, { verb: 'audit-exported', details })
      return sendCsv(reply, 'audit.csv', auditToCsv(db, data))
    })
  }
}
