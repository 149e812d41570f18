import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from 'fastify'
import { success } from '#domain/kernel/result.ts'
import type { Context } from '../context.ts'
import { MAX_SEARCHES } from '../db/handle.ts'
import type { Db } from '../db/schema.ts'
import { answerError } from '../http/answer-error.ts'
import { compressLarge } from '../http/compress-large.ts'
import { type Answer, failWith, problemOf, sendProblem } from '../http/problem.ts'
import { createSharedReads } from '../http/shared-reads.ts'
import { createTurns, type Turns } from '../http/turns.ts'
import { holdUnreadAnswers } from '../http/unread-answers.ts'
import { admit } from '../identity/admit.ts'
import { hasPattern } from './conditions.queries.ts'
import { sendDescription } from './describe-tables.ts'
import { logWrite } from './log-write.ts'
import { readKeyOf } from './read-key.ts'
import { readRows } from './read-rows.ts'
import { type DataReply, type DataRequest, readRequest } from './request.ts'
import { sendAnswer } from './send-answer.ts'
import { patchLeads } from './write-leads.ts'
import { patchOpportunities, postOpportunities } from './write-opportunities.ts'

const ROOT = '/rest/v1/'
const TABLE = '/rest/v1/:table'
const FUNCTION = '/rest/v1/rpc/:function'
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH']
const ROOT_METHODS = ['GET', 'HEAD']

type DataContext = Pick<
  Context,
  'callers' | 'config' | 'db' | 'searchDb' | 'changeFeed' | 'recentSales' | 'saleWriter'
>
type Handler = (
  context: DataContext & { inTurn: Turns<DataReply> },
  request: DataRequest,
) => Promise<Answer<DataReply>>

/** Serves the tables in the PostgREST dialect (docs/product 7), to holders of the public key. */
export function dataApiRoutes(context: DataContext): FastifyPluginAsync {
  const turns = createTurns<DataReply>()
  const inSearchTurn = createTurns<DataReply>(MAX_SEARCHES)
  const share = createSharedReads<Answer<DataReply>>()
  const hold = holdUnreadAnswers()
  return async (app) => {
    app.setErrorHandler(answerError)
    app.removeContentTypeParser('text/plain')
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context))
    app.addHook('onResponse', logWrite)

    async function answer(handle: Handler, request: FastifyRequest, begins: () => void) {
      const parsed = readRequest(request)
      if (!parsed.ok) return parsed
      const inTurn: Turns<DataReply> = (work) =>
        turns(async () => {
          begins()
          // Compress within the turn, because otherwise uncompressed answers could pile up without limit.
          return compressLarge(await work(), request.headers['accept-encoding'])
        })
      const run = (db: Db) => handle({ ...context, db, inTurn }, parsed.value)
      const { filters, embeddedFilters } = parsed.value.query
      const isSearch = hasPattern([...filters, ...embeddedFilters.map(({ filter }) => filter)])
      const answered = await (isSearch ? inSearchTurn(() => run(context.searchDb)) : run(context.db))
      const { applied } = parsed.value.preferences
      return applied === '' ? answered : withHeader(answered, 'preference-applied', applied)
    }

    const read = async (request: FastifyRequest, begins: () => void) =>
      inBytes(await answer(readRows, request, begins))

    const answering =
      (handle: Handler): RouteHandlerMethod =>
      async (request, reply) =>
        sendAnswer(reply, await answer(handle, request, ignore), hold)
    // Not `app.get`, because its HEAD would say that the length is 0.
    app.route({
      method: ['GET', 'HEAD'],
      url: TABLE,
      handler: async (request, reply) =>
        sendAnswer(reply, await share(readKeyOf(request), (begins) => read(request, begins)), hold),
    })
    app.post(TABLE, answering(createRows))
    app.patch(TABLE, answering(updateRows))

    app.get(ROOT, sendDescription(context))

    refuseOtherMethods(app, TABLE, METHODS)
    refuseOtherMethods(app, ROOT, ROOT_METHODS)
    app.all(FUNCTION, { onRequest: refuseFunction }, refuseFunction)
  }
}

const createRows: Handler = async (context, request) => {
  if (request.table.name !== 'opportunities')
    return failWith('42501', `Rows of ${request.table.name} cannot be created here.`)
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

/** Returns true if the answer shows only plain columns. A sale is returned as it was written, not read again. */
const showsPlainSales = ({ selection }: DataRequest) =>
  [...selection.values()].every((shown) => 'column' in shown && !shown.of && shown.cast === undefined)

const refuseShape = () => failWith('PGRST100', 'A write of sales returns plain columns.')

function withHeader(answer: Answer<DataReply>, name: string, value: string): Answer<DataReply> {
  if (!answer.ok) return answer
  return success({ ...answer.value, headers: { ...answer.value.headers, [name]: value } })
}

/** Encodes the answer once for all calls that share it. */
function inBytes(answer: Answer<DataReply>): Answer<DataReply> {
  if (!answer.ok || typeof answer.value.text !== 'string') return answer
  return success({ ...answer.value, text: Buffer.from(answer.value.text) })
}

const ignore = () => {}

function refuseOtherMethods(app: FastifyInstance, url: string, taken: readonly string[]): void {
  const method = app.supportedMethods.filter((name) => !taken.includes(name))
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(reply.header('allow', taken.join(', ')), problemOf('method-not-allowed'))
  app.route({ method, url, onRequest: refuse, handler: refuse })
}

async function refuseFunction(_request: FastifyRequest, reply: FastifyReply) {
  return sendProblem(reply, problemOf('PGRST202'))
}
