import type { FastifyError, FastifyPluginCallback, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { GHL_ENDPOINTS, GHL_SYNC_PATH, type GhlEndpoint } from '#protocol/functions.ts'
import { answerError, takeWholeBody } from '../http/answer-error.ts'
import { readJsonBodies } from '../http/json-bodies.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import { isForeign } from '../identity/foreign-sales.queries.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { type SyncContext, syncCommands } from './ghl-sync.commands.ts'

/** Serves the CRM sync function with its six endpoints (docs/product 8.1). Their own refusals are `{error}`. */
export const ghlSyncRoutes =
  (context: SyncContext & Admitting): FastifyPluginCallback =>
  (app, _options, done) => {
    const commands = syncCommands(context)
    // Stop pulls before Fastify waits for open requests, because one of them may be waiting for a pull.
    app.addHook('preClose', () => context.leadPulls.stop())
    // Half of the endpoints take no body, yet clients send a JSON content type.
    readJsonBodies(app, null)
    app.setErrorHandler<FastifyError>((error, request, reply) => {
      const { statusCode = 500, message } = error
      if (statusCode >= 500) return answerError(error, request, reply)
      takeWholeBody(reply, statusCode)
      return reply.code(statusCode).send({ error: message })
    })
    const handler: RouteHandlerMethod = async (request, reply) => {
      const endpoint = endpointOf(request)
      if (!endpoint) return reply.code(404).send({ error: 'Unknown operation' })
      const method = GHL_ENDPOINTS[endpoint]
      if (request.method !== method)
        return reply
          .code(405)
          .header('allow', method)
          .send({ error: `${endpoint} takes ${method}.` })
      const sessionId = (request.body as { sessionId?: unknown } | null)?.sessionId
      if (typeof sessionId === 'string' && (await isForeign(context.db, request.caller, [sessionId])))
        return sendProblem(reply, problemOf('not-your-sale'))
      const { status, body } = await commands[endpoint](request.body, request.caller)
      return reply.code(status).send(body)
    }
    for (const [method, describes] of Object.entries(DESCRIPTIONS)) {
      const onRequest = admit(context, 'sync-crm')
      app.route({ method, url: GHL_SYNC_PATH, onRequest, config: { describes }, handler })
    }
    done()
  }

/** Returns the endpoint in the address, or otherwise the one in the body. */
function endpointOf({ query, body }: FastifyRequest): GhlEndpoint | undefined {
  const named =
    (query as { endpoint?: unknown }).endpoint ?? (body as { endpoint?: unknown } | null)?.endpoint
  return typeof named === 'string' && Object.hasOwn(GHL_ENDPOINTS, named) ? (named as GhlEndpoint) : undefined
}
