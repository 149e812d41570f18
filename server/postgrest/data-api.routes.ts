import type { FastifyPluginAsync, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Context } from '../context.ts'
import { MAX_SEARCHES } from '../db/handle.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { compressLarge } from '../http/compress-large.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { requireKey } from '../http/public-key.ts'
import { holdUnreadAnswers } from '../http/unread-answers.ts'
import { hasPattern } from './conditions.queries.ts'
import { sendDescription } from './describe-tables.ts'
import { logWrite } from './log-write.ts'
import { readRows } from './read-rows.ts'
import { type DataReply, type DataRequest, readRequest } from './request.ts'
import { sendAnswer } from './send-answer.ts'
import { createTurns, type Turns } from './turns.ts'
import { patchLeads } from './write-leads.ts'
import { patchOpportunities, postOpportunities } from './write-opportunities.ts'

const ROOT = '/rest/v1/'
const TABLE = '/rest/v1/:table'
const FUNCTION = '/rest/v1/rpc/:function'
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH']
const ROOT_METHODS = ['GET', 'HEAD']

type DataContext = Pick<Context, 'config' | 'db' | 'searchDb' | 'changeFeed' | 'recentSales' | 'saleWriter'>
type Handler = (
  context: DataContext & { inTurn: Turns<DataReply> },
  request: DataRequest,
) => Promise<Answer<DataReply>>

/** The tables in the PostgREST dialect (docs/product 7), for holders of the public key. */
export function dataApiRoutes(context: DataContext): FastifyPluginAsync {
  const turns = createTurns<DataReply>()
  const inSearchTurn = createTurns<DataReply>(MAX_SEARCHES)
  const hold = holdUnreadAnswers()
  return async (app) => {
    app.setErrorHandler(answerError)
    app.removeContentTypeParser('text/plain')
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', requireKey(context))
    app.addHook('onResponse', logWrite)

    const answering =
      (handle: Handler): RouteHandlerMethod =>
      async (request, reply) => {
        const read = readRequest(request)
        if (!read.ok) return sendProblem(reply, read.failure)
        // Compress within the turn: otherwise uncompressed answers could pile up without limit.
        const inTurn: Turns<DataReply> = (work) =>
          turns(async () => compressLarge(await work(), request.headers['accept-encoding']))
        const run = (db: Db) => handle({ ...context, db, inTurn }, read.value)
        const { filters, embeddedFilters } = read.value.query
        const isSearch = hasPattern([...filters, ...embeddedFilters.map(({ filter }) => filter)])
        const answer = await (isSearch ? inSearchTurn(() => run(context.searchDb)) : run(context.db))
        const { applied } = read.value.preferences
        if (answer.ok && applied !== '') reply.header('preference-applied', applied)
        return sendAnswer(reply, answer, hold)
      }
    app.get(TABLE, answering(readRows))
    app.post(TABLE, answering(createRows))
    app.patch(TABLE, answering(updateRows))

    app.get(ROOT, sendDescription(context))

    for (const [url, taken] of [
      [TABLE, METHODS],
      [ROOT, ROOT_METHODS],
    ] as const) {
      const method = app.supportedMethods.filter((name) => !taken.includes(name))
      const refuse = refuseMethod(taken)
      app.route({ method, url, onRequest: refuse, handler: refuse })
    }
    app.all(FUNCTION, { onRequest: refuseFunction }, refuseFunction)
  }
}

const createRows: Handler = async (context, request) => {
  if (request.table.name !== 'opportunities')
    return failWith('42501', `Rows of ${request.table.name} are not made here.`)
  return showsPlainSales(request) ? postOpportunities(context, request) : refuseShape()
}

const updateRows: Handler = async (context, request) => {
  const { table, query } = request
  if (table.name !== 'leads' && table.name !== 'opportunities')
    return failWith('42501', `${table.name} is read-only.`)
  if (query.filters.length === 0) return failWith('21000')
  if (table.name === 'leads') return context.inTurn(() => patchLeads(context, request))
  return showsPlainSales(request) ? patchOpportunities(context, request) : refuseShape()
}

/** A sale is answered as it was written, not read again. */
const showsPlainSales = ({ selection }: DataRequest) =>
  [...selection.values()].every((shown) => 'column' in shown && !shown.of && shown.cast === undefined)

const refuseShape = () => failWith('PGRST100', 'A write of sales returns plain columns.')

const refuseMethod = (taken: readonly string[]) => async (_request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(reply.header('allow', taken.join(', ')), problemOf('method-not-allowed'))

async function refuseFunction(_request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(reply, problemOf('PGRST202'))
}
