import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { Registry } from 'prom-client'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { REQUEST_ID_HEADER } from '#protocol/call-headers.ts'
import { IDENTITY_PATH } from '#protocol/identity.ts'
import { LEAD_FILES_PATH } from '#protocol/lead-files.ts'
import { PREMISES_PATH } from '#protocol/premises.ts'
import { DATA_PATH } from '#protocol/premises-data.ts'
import { OFFICE_REGISTER_PATH } from '#protocol/register.ts'
import { TERRITORY_PATH } from '#protocol/territory.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { progressRoutes } from './automation/progress.routes.ts'
import { backOfficeRoutes } from './back-office/back-office.routes.ts'
import { heldSalesRoutes } from './back-office/held-sales/held-sales.routes.ts'
import { officeListsRoutes } from './back-office/office-lists.routes.ts'
import { outcomesRoutes } from './back-office/outcomes/outcomes.routes.ts'
import { saleRecordRoutes } from './back-office/sale-record.routes.ts'
import { salesRoutes } from './back-office/sales/sales.routes.ts'
import { summaryRoutes } from './back-office/summary/summary.routes.ts'
import { liveRoutes } from './changes/live.routes.ts'
import { type Context, closeContext, startContext } from './context.ts'
import { copyRoutes } from './copy/copy.routes.ts'
import { copyCodeRoutes } from './copy/copy-code.routes.ts'
import { copyGivenRoutes } from './copy/copy-given.routes.ts'
import { sendAgainRoutes } from './copy/send-again.routes.ts'
import { crmEventsRoutes } from './crm-sync/events/crm-events.routes.ts'
import { ghlSyncRoutes } from './crm-sync/ghl-sync.routes.ts'
import { daysRoutes } from './documents/days/days.routes.ts'
import { documentsRoutes } from './documents/documents.routes.ts'
import { jwksRoutes } from './documents/key/jwks.routes.ts'
import { evidenceRoutes } from './evidence/evidence.routes.ts'
import { answerBrokenRequest } from './http/answer-broken-request.ts'
import { answerError } from './http/answer-error.ts'
import { answerUnrouted } from './http/answer-unrouted.ts'
import { readJsonBodies } from './http/json-bodies.ts'
import { refuseMisdirected } from './http/misdirected.ts'
import { allowOrigins } from './http/other-origins.ts'
import { limitCalls } from './http/rate-limits/rate-limits.ts'
import { requestIdOf } from './http/request-id.ts'
import { endUnusedConnections } from './http/unused-connections.ts'
import { identityRoutes } from './identity/identity.routes.ts'
import { oidcRoutes } from './identity/oidc/oidc.routes.ts'
import { peopleRoutes } from './identity/people.routes.ts'
import { phoneStateRoutes } from './identity/phone-state.routes.ts'
import { tokensRoutes } from './identity/tokens.routes.ts'
import { leadFilesRoutes } from './lead-files/lead-files.routes.ts'
import { mapRoutes } from './map/map.routes.ts'
import { healthRoutes } from './monitoring/health.routes.ts'
import { metricsRoutes } from './monitoring/metrics.routes.ts'
import { observeOutboxes } from './monitoring/outbox-metrics.ts'
import { observeRequests } from './monitoring/request-metrics.ts'
import { collectOperations } from './openapi/description.ts'
import { openApiRoutes } from './openapi/openapi.routes.ts'
import { officePhonesRoutes } from './phones/office-phones.routes.ts'
import { phonesRoutes } from './phones/phones.routes.ts'
import { dataApiRoutes } from './postgrest/data-api.routes.ts'
import { premisesRoutes } from './premises/premises.routes.ts'
import { premisesDataRoutes } from './premises/premises-data.routes.ts'
import { isSocketRequest, realtimeRoutes } from './realtime/realtime.routes.ts'
import { servesApi } from './role.ts'
import { verifySalesRoutes } from './sales/verify-sales.routes.ts'
import { claimsRoutes } from './street/claims/claims.routes.ts'
import { streetRoutes } from './street/feed/street.routes.ts'
import { officeStreetRoutes } from './street/office/office-street.routes.ts'
import { officeRegisterRoutes } from './street/register/office-register.routes.ts'
import { registerRoutes } from './street/register/register.routes.ts'
import { visitsRoutes } from './street/visits/visits.routes.ts'
import { territoryRoutes } from './territory/territory.routes.ts'
import { readableAddress } from './web-app/readable-address.ts'
import { webAppRoutes } from './web-app/web-app.routes.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** Clients of the data API put filters with hundreds of ids into the address. */
const MAX_HEADER_BYTES = 64 * 1024
/** A session id has up to 200 characters, and the address may encode each of them as nine. */
const MAX_PARAM_LENGTH = 1_800
/** A client that takes longer to send a request or its headers is disconnected. */
const REQUEST_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
/** How often connections are checked for these timeouts. */
const LOOK_MS = 1_000
/** The proxies whose `X-Forwarded-For` is trusted: those on this machine or on a private network. */
const PROXIES = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Creates the server of a role over a context, with all its routes and one error handler. `webDist` is another built
 * web app, for tests.
 */
export function createApp(context: Context, webDist?: string): FastifyInstance {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    rewriteUrl: readableAddress,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: LOOK_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: isSocketRequest,
    },
    clientErrorHandler: answerBrokenRequest,
    // We never serve TLS ourselves, so an https address means that there is a proxy.
    trustProxy: context.config.publicUrl?.startsWith('https:') ? PROXIES : false,
    forceCloseConnections: 'idle',
    // Keep serving while draining, because the proxy may not have noticed yet.
    return503OnClosing: false,
    genReqId: requestIdOf,
    frameworkErrors: answerError,
  })
  const metrics = new Registry()
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnrouted(app))
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID_HEADER, request.id).header('x-content-type-options', 'nosniff')
  })
  app.register(cookie)
  app.addHook('onRequest', observeOutboxes(metrics))
  app.addHook('onRequest', refuseMisdirected(context.config.publicUrl))
  allowOrigins(app, context.config)
  limitCalls(app, metrics)
  app.addHook('onSend', async (_request, reply) => {
    if (context.stopping.signal.aborted) reply.header('connection', 'close')
  })
  app.addHook('onResponse', observeRequests(metrics))
  endUnusedConnections(app)
  readJsonBodies(app)
  app.addHook('onReady', () => startContext(context))
  app.addHook('onClose', () => closeContext(context))
  app.register(healthRoutes(context))
  app.register(metricsRoutes(context, metrics))
  if (servesApi(context.config.role)) registerApi(app, context, metrics, webDist)
  return app
}

function registerApi(
  app: FastifyInstance,
  context: Context,
  metrics: Registry,
  webDist: string | undefined,
): void {
  app.register(openApiRoutes(collectOperations(app)))
  app.register(dataApiRoutes(context))
  app.register(verifySalesRoutes(context))
  app.register(ghlSyncRoutes(context))
  app.register(crmEventsRoutes(context))
  app.register(progressRoutes(context))
  app.register(evidenceRoutes(context))
  app.register(visitsRoutes(context))
  app.register(claimsRoutes(context))
  app.register(streetRoutes(context))
  app.register(phonesRoutes(context))
  app.register(backOfficeRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(officeListsRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(heldSalesRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(officeStreetRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(officePhonesRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(auditRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(identityRoutes(context), { prefix: IDENTITY_PATH })
  app.register(oidcRoutes(context), { prefix: `${IDENTITY_PATH}/oidc` })
  app.register(peopleRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(tokensRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(phoneStateRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(salesRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(summaryRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(saleRecordRoutes(context), { prefix: `${BACK_OFFICE_PATH}/sales` })
  app.register(outcomesRoutes(context), { prefix: `${BACK_OFFICE_PATH}/sales` })
  app.register(leadFilesRoutes(context), { prefix: `${BACK_OFFICE_PATH}${LEAD_FILES_PATH}` })
  app.register(territoryRoutes(context), { prefix: TERRITORY_PATH })
  app.register(documentsRoutes(context), { prefix: `${BACK_OFFICE_PATH}/documents` })
  app.register(copyCodeRoutes(context), { prefix: `${BACK_OFFICE_PATH}/copy-code` })
  app.register(premisesDataRoutes(context), { prefix: DATA_PATH })
  app.register(premisesRoutes(context), { prefix: PREMISES_PATH })
  app.register(sendAgainRoutes(context), { prefix: `${BACK_OFFICE_PATH}/copies` })
  app.register(registerRoutes(context))
  app.register(officeRegisterRoutes(context), { prefix: BACK_OFFICE_PATH + OFFICE_REGISTER_PATH })
  app.register(jwksRoutes(context))
  app.register(daysRoutes(context))
  app.register(copyRoutes(context))
  app.register(copyGivenRoutes(context))
  app.register(liveRoutes(context))
  app.register(realtimeRoutes(context, metrics))
  app.register(mapRoutes(context))
  app.register(webAppRoutes(context, webDist))
}
