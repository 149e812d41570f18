import Fastify from 'fastify'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { failed } from '#domain/kernel/result.ts'
import {
  BACK_OFFICE_PATH,
  type DeliveryListed,
  type DeliveryPage,
  type DeliveryTarget,
} from '#protocol/back-office.ts'
import { receiverOf } from '../automation/deliver-progress.job.ts'
import { REPORT } from '../automation/reports.testing.ts'
import type { Context } from '../context.ts'
import { silentLog } from '../crm-sync/push/sales.testing.ts'
import type { Db } from '../db/schema.ts'
import { answeredByHand } from '../deliveries/attempts.testing.ts'
import { createDeliveries } from '../deliveries/deliveries.ts'
import type { DeliveryOutcome } from '../deliveries/handler.ts'
import { queueProgress } from '../deliveries/states.queries.ts'
import { dataApiRoutes } from '../postgrest/data-api.routes.ts'
import { RecentSales } from '../sales/recent-sales.ts'
import { createSaleWriter } from '../sales/sale-writer.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { backOfficeRoutes } from './back-office.routes.ts'
import { heldSalesRoutes } from './held-sales/held-sales.routes.ts'

const KEY = 'public-anon-key'
export const LOCATION = 'loc_1'
export const WEBHOOK = { url: 'http://127.0.0.1:1/secret', secret: undefined, allowPrivate: true }
export const refused: DeliveryOutcome = failed({ retry: 'never', message: 'No such field.', status: 422 })

export type Office = Awaited<ReturnType<typeof openOffice>>

/** Opens the back office and the data API on an emptied database. The test itself answers the deliveries. */
export async function openOffice(db: Db) {
  for (const table of ['deliveries', 'receivers', 'opportunities', 'lead_pulls', 'call_budgets'] as const)
    await db.deleteFrom(table).execute()
  const crm = answeredByHand()
  const automation = answeredByHand()
  const receiver = receiverOf(WEBHOOK)
  const handlers = { crm: crm.handler, automation: { ...automation.handler, receiver } }
  const deliveries = createDeliveries({ db, log: silentLog, handlers, pollMs: 3_600_000, drainMs: 0 })
  const config = { webhook: WEBHOOK, crm: { locationId: LOCATION } } as Context['config']
  const context = {
    db,
    callers: keyHolders(KEY),
    config,
    deliveries,
    crm: createSandboxCrm(db),
    changeFeed: { wake() {} } as never,
    sealKeys: {
      current: () => failed({ state: 'unset' as const, reason: 'No key.' }),
      expiresAt: () => undefined,
    },
    recentSales: new RecentSales(),
    saleWriter: createSaleWriter(db),
  }
  const app = Fastify()
  app.register(backOfficeRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(heldSalesRoutes(context), { prefix: BACK_OFFICE_PATH })
  app.register(dataApiRoutes(context as never))

  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  const call = async (method: Method, url: string, body?: object) => {
    const answer = await app.inject({ method, url, headers: { apikey: KEY }, ...(body ? { body } : {}) })
    return { status: answer.statusCode, body: answer.body === '' ? '' : answer.json() }
  }
  const ask = (method: Method, path: string, body?: object) =>
    call(method, `${BACK_OFFICE_PATH}${path}`, body)
  const list = async (query = '') =>
    ((await ask('GET', `/deliveries${query}`)).body as DeliveryPage).deliveries
  const report = (sessionId: string, sequence: number) => {
    const payload = { ...REPORT, session_id: sessionId }
    return queueProgress(db, { sessionId, sequence, payload })
  }
  /** Makes one attempt at the outstanding delivery of a sale, with this outcome. */
  const attempt = async (target: DeliveryTarget, sessionId: string, outcome: DeliveryOutcome) => {
    const ended = deliveries.runNow(target, sessionId)
    const { answer } = await (target === 'crm' ? crm : automation).next()
    answer(outcome)
    await ended
  }
  const parkedReport = async (): Promise<DeliveryListed> => {
    await report('sale_1', 2)
    await attempt('automation', 'sale_1', refused)
    const [parked] = await list('?target=automation&state=parked')
    return parked as DeliveryListed
  }

  return {
    app,
    crm,
    automation,
    deliveries,
    call,
    ask,
    list,
    report,
    attempt,
    parkedReport,
    async close() {
      await app.close()
      await deliveries.stop()
    },
  }
}
