import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Crm } from '#crm/port.ts'
import type { Permission } from '#domain/access/permissions.ts'
import type { BackOffice } from '#protocol/back-office.ts'
import { byCaller, recorded } from '../audit/record-act.queries.ts'
import type { Config } from '../config.ts'
import { cancelLeadPull, findLeadPull } from '../crm-sync/pull/lead-pulls.queries.ts'
import type { Db } from '../db/schema.ts'
import type { Deliveries } from '../deliveries/deliveries.ts'
import type { SealKeys } from '../documents/key/seal-keys.ts'
import { answerError } from '../http/answer-error.ts'
import { type Answer, failWith, sendProblem } from '../http/problem.ts'
import { readInput } from '../http/read-input.ts'
import { createSharedReads } from '../http/shared-reads.ts'
import { type Admitting, admit } from '../identity/admit.ts'
import { findUnseen } from '../identity/foreign-sales.queries.ts'
import { correctDelivery, readBackOffice, readDeliveries, readSales } from './back-office.commands.ts'
import type { CorrectionContext } from './correct-customer.commands.ts'
import { findDelivery, listAttempts } from './deliveries.queries.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { permitRetry } from './permit-retry.ts'
import { correctionBodyOf, ID_PARAMS, PAGE_QUERY, RETRY_BODY, SALES_QUERY } from './requests.ts'
import { retryByOffice } from './retry-by-office.ts'

type OfficeContext = Admitting &
  CorrectionContext & {
    crm: Pick<Crm, 'provider'>
    deliveries: Pick<Deliveries, 'wake'>
    sealKeys: Pick<SealKeys, 'current' | 'expiresAt'>
    config: Pick<Config, 'crm' | 'webhook' | 'mail'>
  }

/**
 * Returns the routes with which the back office reads and repairs deliveries (`protocol/back-office.ts`). Calls need
 * the public key.
 */
export function backOfficeRoutes(context: OfficeContext): FastifyPluginAsync {
  const { db } = context
  const share = createSharedReads<BackOffice>()
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, { read: 'read-office', write: 'write-office' }))

    app.get('/', describedAs('overview'), () =>
      share('summary', (begins) => {
        begins()
        return readBackOffice(context)
      }),
    )
    app.get('/deliveries', describedAs('deliveries'), async ({ query }, reply) => {
      const page = readInput(PAGE_QUERY, query, 'PGRST100')
      return answer(reply, page.ok ? done(await readDeliveries(db, page.value)) : page)
    })
    app.get('/deliveries/:id', describedAs('delivery'), async ({ params }, reply) => {
      const delivery = await findDelivery(db, idOf(params))
      return answer(reply, delivery ? done({ payload: delivery.payload }) : failWith('not-found'))
    })
    app.get('/deliveries/:id/attempts', describedAs('attempts'), ({ params }) =>
      listAttempts(db, idOf(params)),
    )
    app.post('/deliveries/retry', describedAs('retry', 'read-sales'), async (request, reply) => {
      const which = readInput(RETRY_BODY, request.body, 'PGRST102')
      if (!which.ok) return answer(reply, which)
      const permitted = await permitRetry(db, request.caller, which.value)
      if (!permitted.ok) return answer(reply, permitted)
      return retryByOffice(context, byCaller(request), which.value)
    })
    app.put('/deliveries/:id', describedAs('correct'), async (request, reply) => {
      const { params, body } = request
      const correction = readInput(correctionBodyOf(body), body, 'PGRST102')
      return answer(
        reply,
        correction.ok
          ? await correctDelivery(context, byCaller(request), idOf(params), correction.value)
          : correction,
      )
    })
    leadPullRoutes(app, db)
    app.get('/sales', describedAs('sales', 'read-sales'), async ({ query, caller }, reply) => {
      const sales = readInput(SALES_QUERY, query, 'PGRST100')
      if (!sales.ok) return answer(reply, sales)
      const unseen = await findUnseen(db, caller, sales.value.session_id)
      const own = sales.value.session_id.filter((sessionId) => !unseen.includes(sessionId))
      return answer(reply, done(await readSales(context, own)))
    })
  }
}

/** Adds the routes for the pull of leads from the CRM. Agents can start one too. */
function leadPullRoutes(app: FastifyInstance, db: Db): void {
  app.get('/lead-pull', describedAs('leadPull', 'sync-crm'), async (_request, reply) =>
    sendOrNull(reply, await findLeadPull(db)),
  )
  app.delete('/lead-pull', describedAs('cancelPull', 'sync-crm'), async (request, reply) => {
    await recorded(
      db,
      byCaller(request),
      cancelLeadPull,
      (isCancelled) => isCancelled && { verb: 'lead-pull-stopped' },
    )
    return sendOrNull(reply, await findLeadPull(db))
  })
}

/** `needs` names the permission of calls that phones make too, which need none of the office's. */
const describedAs = (name: keyof typeof DESCRIPTIONS, needs?: Permission) => ({
  config: { describes: DESCRIPTIONS[name], ...(needs && { needs }) },
})

const done = <Value>(value: Value): Answer<Value> => ({ ok: true, value })

/** Returns the id of a row, or 0, which no row has, if the id is not valid. */
const idOf = (params: unknown) => ID_PARAMS.safeParse(params).data?.id ?? 0

/** Fastify would send null as an empty body. */
const sendOrNull = (reply: FastifyReply, value: unknown) =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(value))

function answer(reply: FastifyReply, given: Answer<unknown>) {
  return given.ok ? reply.send(given.value) : sendProblem(reply, given.failure)
}
