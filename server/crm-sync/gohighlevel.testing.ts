import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { connectTo } from '#crm/gohighlevel/adapter.testing.ts'
import type { Fault } from '#crm/gohighlevel/double/faults.ts'
import {
  type GoHighLevelDouble,
  startGoHighLevelDouble,
} from '#crm/gohighlevel/double/go-high-level-double.ts'
import type { Crm } from '#crm/port.ts'
import { GHL_SYNC_PATH, type GhlEndpoint } from '#protocol/functions.ts'
import { answeredByHand } from '../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../deliveries/deliveries.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { createCallBudget } from './budget/call-budget.ts'
import { ghlSyncRoutes } from './ghl-sync.routes.ts'
import { createLeadPulls } from './pull/lead-pulls.ts'
import { pushSaleJob } from './push/push-sale.job.ts'
import { forgetSales, leadIds, silentLog, writeSale } from './push/sales.testing.ts'

const KEY = 'public-anon-key'
export const LEADS = 130
const SHORT_MS = 100
export const changeFeed = { wake() {} } as never

/** The ways in which GoHighLevel may refuse the id of a deleted record. */
export const GONE = ['not found', 'invalid'] as const

/** Serves `ghl-sync` with a double of GoHighLevel as the CRM. Empties both before each test of the calling file. */
export function useGoHighLevel() {
  let database: FreshDatabase
  let double: GoHighLevelDouble
  let patient: Crm
  let impatient: Crm
  let crm: Crm
  let deliveries: Deliveries
  let app: FastifyInstance

  beforeAll(async () => {
    database = await freshDatabase('postgres')
    const { db } = database
    double = await startGoHighLevelDouble({ contacts: LEADS })
    // The budget has its own clock, so that a pause takes no time.
    let now = Date.UTC(2126, 10, 21, 12)
    const budget = createCallBudget({
      db,
      locationId: double.locationId,
      limits: { aSecond: 10_000, atOnce: 100 },
      clock: () => sql`${new Date(now).toISOString()}::timestamptz`,
      wait: async (ms) => {
        now += ms
      },
    })
    patient = connectTo(double, { budget }).crm
    impatient = connectTo(double, { budget, timeoutMs: () => SHORT_MS }).crm
    crm = { ...patient }
    deliveries = createDeliveries({
      db,
      log: silentLog,
      handlers: {
        crm: pushSaleJob({ db, crm, changeFeed, log: silentLog }),
        automation: answeredByHand().handler,
      },
    })
    const leadPulls = createLeadPulls({ db, crm, changeFeed, log: silentLog, source: 'gohighlevel' })
    app = Fastify()
    await app.register(ghlSyncRoutes({ db, crm, deliveries, leadPulls, callers: keyHolders(KEY) }))
  })
  afterAll(async () => {
    await app?.close()
    await deliveries?.stop()
    await double?.close()
    await database?.close()
  })
  beforeEach(async () => {
    await recover()
    double.state.opportunities.clear()
    double.state.goneIds = 'not found'
    await forgetSales(database.db)
    await database.db.deleteFrom('lead_pulls').execute()
  })

  const breakBy = (fault: Fault) => {
    double.setFaults(() => fault)
    if (fault === 'timeout-before') Object.assign(crm, impatient)
  }
  const recover = async () => {
    double.setFaults(undefined)
    Object.assign(crm, patient)
    await database.db.deleteFrom('call_budgets').execute()
  }

  const ask = async (method: 'GET' | 'POST' | 'PUT', endpoint: GhlEndpoint, payload?: object) => {
    const url = `${GHL_SYNC_PATH}?endpoint=${endpoint}`
    const answer = await app.inject({
      method,
      url,
      headers: { apikey: KEY },
      ...(payload ? { payload } : {}),
    })
    return [answer.statusCode, answer.json()]
  }
  const firstLead = async () => (await leadIds(database.db))[0] ?? null
  const openSale = async () => {
    if ((await leadIds(database.db)).length === 0) await ask('POST', 'sync-leads')
    await writeSale(database.db, { session_id: 'sale_1', lead_id: await firstLead() })
  }
  const lastLogEntry = async () => {
    const [, { recent }] = await ask('GET', 'sync-status')
    return recent[0]
  }

  return {
    db: () => database.db,
    double: () => double,
    crm: () => crm,
    push: (sessionId: string) => deliveries.runNow('crm', sessionId),
    ask,
    breakBy,
    recover,
    firstLead,
    openSale,
    lastLogEntry,
  }
}
