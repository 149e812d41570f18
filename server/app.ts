import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { backOfficeRoutes } from './back-office/back-office.routes.ts'
import { type Context, closeContext, startContext } from './context.ts'
import { crmEventsRoutes } from './crm-events/crm-events.routes.ts'
import { answerError } from './data-api/answer-error.ts'
import { dataApiRoutes } from './data-api/data-api.routes.ts'
import { ghlSyncRoutes } from './ghl-sync/ghl-sync.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { liveRoutes } from './live/live.routes.ts'
import { metricsRoutes } from './metrics/metrics.routes.ts'
import { createRequestMetrics } from './metrics/request-metrics.ts'
import { verifySalesRoutes } from './opportunities/verify-sales.routes.ts'
import { progressRoutes } from './progress/progress.routes.ts'
import { requestIdOf } from './request-id.ts'
import { servesApi } from './role.ts'
import { webAppRoutes } from './web-app/web-app.routes.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** A client that takes longer to send its request is not served. */
const REQUEST_TIMEOUT_MS = 30_000

/** The server of a role over a context: every noun's routes, one answer to every error. `webDist`: another built web app. */
export function createApp(context: Context, webDist?: string): FastifyInstance {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Whoever still comes while it stops is served: a proxy need not know before it is told.
    return503OnClosing: false,
    genReqId: requestIdOf,
    frameworkErrors: answerError,
  })
  const requests = createRequestMetrics()
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onSend', async (_request, reply) => {
    if (context.stopping.signal.aborted) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => requests.observe(request, reply))
  app.addHook('onReady', () => startContext(context))
  app.addHook('onClose', () => closeContext(context))
  app.register(healthRoutes(context))
  app.register(metricsRoutes(context, requests))
  if (servesApi(context.config.role)) registerApi(app, context, webDist)
  return app
}

function registerApi(app: FastifyInstance, context: Context, webDist: string | undefined): void {
  app.register(dataApiRoutes(context))
  app.register(verifySalesRoutes(context))
  app.register(ghlSyncRoutes(context))
  app.register(crmEventsRoutes(context))
  app.register(progressRoutes(context))
  app.register(backOfficeRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(liveRoutes(context))
  app.register(webAppRoutes(context, webDist))
}
