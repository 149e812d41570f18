import { createClient, type FunctionsHttpError } from '@supabase/supabase-js'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Crm, CrmPull } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { GHL_SYNC_PATH } from '#protocol/functions.ts'
import { answeredByHand } from '../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../deliveries/deliveries.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { ghlSyncRoutes } from './ghl-sync.routes.ts'
import { cancelLeadPull, startPull } from './pull/lead-pulls.queries.ts'
import { createLeadPulls } from './pull/lead-pulls.ts'
import { pushSaleJob } from './push/push-sale.job.ts'
import {
  crmOpportunities,
  forgetSales,
  leadIds,
  sandboxTables,
  silentLog,
  writeSale,
} from './push/sales.testing.ts'

const KEY = 'public-anon-key'
const changeFeed = { wake() {} } as never
const refused = {
  ok: false,
  failure: { code: 'upstream', retry: 'later', message: 'Out of order.', status: 503 },
} as const

describe('The CRM sync function', () => {
  let database: FreshDatabase
  let app: FastifyInstance
  let crm: Crm
  let deliveries: Deliveries
  let url: string

  beforeAll(async () => {
    database = await freshDatabase('postgres')
    const { db } = database
    crm = createSandboxCrm(db)
    deliveries = createDeliveries({
      db,
      log: silentLog,
      handlers: {
        crm: pushSaleJob({ db, crm, changeFeed, log: silentLog }),
        automation: answeredByHand().handler,
      },
    })
    app = Fastify()
    const leadPulls = createLeadPulls({ db, crm, changeFeed, log: silentLog, source: 'sandbox' })
    await app.register(ghlSyncRoutes({ db, crm, deliveries, leadPulls, callers: keyHolders(KEY) }))
    url = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await app?.close()
    await deliveries?.stop()
    await database?.close()
  })
  beforeEach(async () => {
    Object.assign(crm, createSandboxCrm(database.db))
    await forgetSales(database.db)
  })

  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
  const client = () => createClient(url, KEY).functions
  const ask = async (method: Method, endpoint: string, body?: object) => {
    const { data, error } = await client().invoke(`ghl-sync?endpoint=${endpoint}`, {
      method,
      ...(body ? { body } : {}),
    })
    if (!error) return [200, data]
    const response = (error as FunctionsHttpError).context as Response
    return [response.status, await response.json()]
  }
  const fetchRaw = (init: RequestInit, query = '') =>
    fetch(`${url}${GHL_SYNC_PATH}${query}`, { ...init, headers: { apikey: KEY, ...init.headers } })
  const openSale = async () => {
    await ask('POST', 'sync-leads')
    const [lead_id = null] = await leadIds(database.db)
    await writeSale(database.db, { session_id: 'sale_1', lead_id })
  }

  test('syncs the leads', async () => {
    expect(await ask('POST', 'sync-leads')).toEqual([200, { success: true, syncedCount: 40 }])
    expect(await leadIds(database.db)).toHaveLength(40)
  })

  test("returns 502 and the CRM's message if a pull fails", async () => {
    crm.pullLeads = async function* () {
      yield refused
    }
    expect(await ask('POST', 'sync-leads')).toEqual([502, { error: 'Out of order.' }])
  })

  test('returns 409 if the pull is cancelled', async () => {
    crm.pullLeads = async function* () {
      await cancelLeadPull(database.db)
      yield { ok: true, value: { leads: [], next: null, total: 0 } }
    }
    expect(await ask('POST', 'sync-leads')).toEqual([409, { error: 'The sync was cancelled.' }])
  })

  test('returns 503 if the server stops during a pull', async () => {
    const { db } = database
    const { promise: asked, resolve: recordAsked } = Promise.withResolvers<void>()
    const slow = {
      ...crm,
      async *pullLeads({ signal }: CrmPull) {
        recordAsked()
        await new Promise((stopped) => signal?.addEventListener('abort', stopped))
        yield refused
      },
    }
    const leadPulls = createLeadPulls({ db, crm: slow, changeFeed, log: silentLog, source: 'slow' })
    const stopping = Fastify()
    await stopping.register(ghlSyncRoutes({ db, crm, deliveries, leadPulls, callers: keyHolders(KEY) }))
    const url = `${GHL_SYNC_PATH}?endpoint=sync-leads`
    const answer = stopping.inject({ method: 'POST', url, headers: { apikey: KEY } })
    const closed = asked.then(() => stopping.close())
    const { statusCode, body } = await answer
    expect([statusCode, JSON.parse(body)]).toEqual([503, { error: 'The server is stopping.' }])
    await closed
  })

  test('creates an opportunity and returns its id, the same one if asked again', async () => {
    await openSale()
    const [status, created] = await ask('POST', 'create-opportunity', {
      sessionId: 'sale_1',
      leadId: null,
      servicePackageName: 'Basic Broadband',
      voucherAmount: 1500,
      totalValue: 1294,
    })
    const [held] = await crmOpportunities(database.db, 'sale_1')
    expect([status, created]).toEqual([200, { success: true, ghlOpportunityId: held?.id }])
    expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })).toEqual([200, created])
    expect(await crmOpportunities(database.db, 'sale_1')).toHaveLength(1)
  })

  test('pushes a sale again if the CRM has lost it', async () => {
    await openSale()
    await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
    await sandboxTables(database.db).deleteFrom('opportunities').execute()
    await database.db.updateTable('opportunities').set({ ghl_opportunity_id: null }).execute()
    const [, created] = await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
    const [held] = await crmOpportunities(database.db, 'sale_1')
    expect(created).toEqual({ success: true, ghlOpportunityId: held?.id ?? 'none' })

    await sandboxTables(database.db).deleteFrom('opportunities').execute()
    const longAgo = sql<string>`now() - interval '2 minutes'`
    await database.db.updateTable('opportunities').set({ last_ghl_sync: longAgo }).execute()
    expect(await ask('PUT', 'update-opportunity', { sessionId: 'sale_1' })).toEqual([200, { success: true }])
    expect(await crmOpportunities(database.db, 'sale_1')).toHaveLength(1)
  })

  test('updates an opportunity to the state of the sale', async () => {
    await openSale()
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null, status: 'closed-won' })
    const body = { sessionId: 'sale_1', status: 'closed-won', contractSigned: true }
    expect(await ask('PUT', 'update-opportunity', body)).toEqual([200, { success: true }])
    expect(await crmOpportunities(database.db, 'sale_1')).toMatchObject([{ status: 'won' }])
  })

  test('pushes a sale that has no delivery yet', async () => {
    await database.db.insertInto('opportunities').values({ session_id: 'sale_2' }).execute()
    expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_2' })).toMatchObject([
      200,
      { success: true, ghlOpportunityId: expect.any(String) },
    ])
  })

  test("returns 502 and the CRM's message if a push fails, and keeps it queued for a retry", async () => {
    await openSale()
    const { createOpportunity } = crm
    crm.createOpportunity = async () => refused
    expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })).toEqual([
      502,
      { error: 'Out of order.' },
    ])
    expect(await ask('GET', 'sync-status')).toMatchObject([200, { status: 'error', pending: 1, failed: 0 }])
    crm.createOpportunity = createOpportunity
    expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })).toMatchObject([
      200,
      { success: true },
    ])
    expect(await ask('GET', 'sync-status')).toMatchObject([200, { status: 'success', pending: 0 }])
  })

  test('returns the state of the sync', async () => {
    expect(await ask('GET', 'sync-status')).toEqual([
      200,
      { status: 'idle', lastSync: null, pending: 0, failed: 0, recent: [] },
    ])
    await ask('POST', 'sync-leads')
    const [, state] = await ask('GET', 'sync-status')
    expect(state).toMatchObject({
      status: 'success',
      recent: [{ operation: 'sync_leads', direction: 'pull' }],
    })
    expect(state.lastSync).toBe(state.recent[0].created_at)
  })

  test('counts a running pull as syncing, but not a check of the credentials', async () => {
    await database.db.deleteFrom('ghl_sync_log').execute()
    await ask('POST', 'check-credentials')
    expect(await ask('GET', 'sync-status')).toMatchObject([200, { status: 'idle', lastSync: null }])
    await startPull(database.db, 'another', 60_000)
    expect(await ask('GET', 'sync-status')).toMatchObject([200, { status: 'syncing', lastSync: null }])
    await database.db.deleteFrom('lead_pulls').execute()
  })

  test('checks the credentials and the connection, and logs both', async () => {
    const report = { success: true, provider: 'sandbox' }
    expect(await ask('POST', 'check-credentials')).toMatchObject([200, report])
    crm.diagnostics = async () => [{ name: 'Pipeline', ok: false, detail: 'Not found' }]
    expect(await ask('GET', 'diagnostics')).toEqual([
      200,
      { success: false, provider: 'sandbox', checks: [{ name: 'Pipeline', ok: false, detail: 'Not found' }] },
    ])
    const [, { recent }] = await ask('GET', 'sync-status')
    expect(recent).toMatchObject([
      { operation: 'diagnostics', status: 'error', message: 'Failed: Pipeline' },
      { operation: 'check_credentials', status: 'success' },
    ])
  })

  test.each([
    ['GET', 'sync-leads', 'POST'],
    ['PUT', 'create-opportunity', 'POST'],
    ['POST', 'update-opportunity', 'PUT'],
    ['DELETE', 'sync-status', 'GET'],
    ['GET', 'check-credentials', 'POST'],
    ['POST', 'diagnostics', 'GET'],
  ] as const)('refuses %s %s, which requires %s', async (method, endpoint, right) => {
    expect(await ask(method, endpoint)).toEqual([405, { error: `${endpoint} takes ${right}.` }])
  })

  test.each(['delete-everything', '', 'constructor'])(
    'returns 404 for the operation "%s"',
    async (endpoint) => {
      expect(await ask('POST', endpoint)).toEqual([404, { error: 'Unknown operation' }])
    },
  )

  test('also accepts the endpoint in the body', async () => {
    const { data } = await client().invoke('ghl-sync', { body: { endpoint: 'sync-leads' } })
    expect(data).toEqual({ success: true, syncedCount: 40 })
  })

  test('returns 404 for an unknown sale', async () => {
    for (const [method, endpoint] of [
      ['POST', 'create-opportunity'],
      ['PUT', 'update-opportunity'],
    ] as const) {
      expect(await ask(method, endpoint, { sessionId: 'sale_9' })).toEqual([
        404,
        { error: 'There is no opportunity with this sessionId.' },
      ])
    }
  })

  test.each([
    [{}, /^sessionId: /],
    [{ sessionId: 7 }, /^sessionId: /],
    [{ sessionId: '' }, /^sessionId: /],
    [{ sessionId: 'sale\0' }, /^sessionId: /],
    [{ sessionId: 'sale_1', totalValue: '12' }, /^totalValue: /],
    [[1], /object/],
  ])('refuses the body %j', async (body, words) => {
    expect(await ask('POST', 'create-opportunity', body)).toEqual([
      400,
      { error: expect.stringMatching(words) },
    ])
  })

  test('refuses invalid JSON, but accepts an empty body', async () => {
    const headers = { 'content-type': 'application/json' }
    const broken = await fetchRaw({ method: 'POST', headers, body: '{' }, '?endpoint=sync-leads')
    expect([broken.status, await broken.json()]).toEqual([400, { error: expect.any(String) }])
    const empty = await fetchRaw({ method: 'POST', headers }, '?endpoint=sync-leads')
    expect([empty.status, await empty.json()]).toEqual([200, { success: true, syncedCount: 40 }])
  })

  test('refuses a request without the key', async () => {
    const answer = await fetchRaw({ method: 'GET', headers: { apikey: 'wrong' } }, '?endpoint=sync-status')
    expect(answer.status).toBe(401)
  })
})
