import type { RouteHandlerMethod } from 'fastify'
import type { Db } from '../db/schema.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { listTables } from './catalogue.ts'
import { listComments } from './comments.queries.ts'
import { acceptsOneOf } from './forms.ts'
import { tablesDocument } from './tables-document.ts'

const OPENAPI = 'application/openapi+json'
const ACCEPTED = [OPENAPI, 'application/json', 'application/*', '*/*']

/** Answers `GET /rest/v1/` with a description of the tables, in PostgREST's form (docs/product 7.14). */
export const sendDescription =
  ({ db }: { db: Db }): RouteHandlerMethod =>
  async ({ headers, protocol, host }, reply) => {
    if (!acceptsOneOf(ACCEPTED, headers.accept)) return sendProblem(reply, problemOf('PGRST107'))
    if ((headers['accept-profile'] ?? 'public') !== 'public') return sendProblem(reply, problemOf('PGRST106'))
    const document = tablesDocument(listTables(), await listComments(db))
    // Sent as text, because Fastify writes JSON only for types that it knows.
    return reply
      .type(`${OPENAPI}; charset=utf-8`)
      .send(JSON.stringify({ ...document, host, schemes: [protocol] }))
  }
