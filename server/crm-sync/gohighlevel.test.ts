import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
import { createCallBudget } from './budget/call-budget.ts'
import { storeEvents } from './events/crm-events.queries.ts'
import { workOffEvents } from './events/work-off-events.job.ts'
import { ghlSyncRoutes } from './ghl-sync.routes.ts'
import { createLeadPulls } from './pull/lead-pulls.ts'
import { pushSaleJob } from './push/push-sale.job.ts'
import { forgetSales, leadIds, silentLog, writeSale } from './push/sales.testing.ts'

const KEY = 'public-anon-key'
const LEADS = 130
const SHORT_MS = 100
const changeFeed = { wake() {} } as never

/** What goes wrong in GoHighLevel, and what an agent reads of it. */
const FAULTS: [Fault, string][] = [
  ['bad-token', 'Invalid Private Integration token'],
  ['scope', 'The token is not authorized for this scope.'],
  ['rate-limited', 'Too Many Requests'],
  ['daily-limit', 'Too Many Requests'],
  ['server-error', 'Internal server error'],
  ['html-502', 'GoHighLevel answered 502 without an explanation.'],
  ['timeout-before', 'GoHighLevel did not answer in time.'],
  ['reset-before', 'GoHighLevel could not be reached (ECONNRESET).'],
]

/** How GoHighLevel may call the id of something that is gone. */
const GONE = ['not found', 'invalid'] as const

describe('With GoHighLevel as the CRM', () => {
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
    // A clock of its own: a rest after a 429 takes no time.
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
    await app.register(ghlSyncRoutes({ db, crm, deliveries, leadPulls, config: { publicKey: KEY } }))
  })
  afterAll(async () => {
    await app.close()
    await deliveries.stop()
    await double.close()
    await database.close()
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
    // Nobody waits as long for an answer as the adapter does.
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
  const lastLine = async () => {
    const [, { recent }] = await ask('GET', 'sync-status')
    return recent[0]
  }

  test('brings the leads page by page, and then what has changed', async () => {
    expect(await ask('POST', 'sync-leads')).toEqual([200, { success: true, syncedCount: LEADS }])
    expect(await leadIds(database.db)).toHaveLength(LEADS)
    expect(await ask('POST', 'sync-leads')).toEqual([200, { success: true, syncedCount: 0 }])
  })

  test('a sale becomes an opportunity and is won', async () => {
    await openSale()
    const [status, created] = await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
    const [held] = double.opportunities()
    expect([status, created]).toEqual([200, { success: true, ghlOpportunityId: held?.id }])
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null, status: 'closed-won' })
    expect(await ask('PUT', 'update-opportunity', { sessionId: 'sale_1' })).toEqual([200, { success: true }])
    expect(double.opportunities()).toMatchObject([{ id: held?.id, status: 'won' }])
  })

  describe('a lead of the sandbox', () => {
    let sandboxLead: string

    beforeEach(async () => {
      const { id } = await database.db
        .insertInto('leads')
        .values({
          crm_provider: 'sandbox',
          crm_contact_id: 'sample-001',
          street_address: '7 Mill Lane',
          postcode: 'LL79 2AB',
          contact_name: 'Ada Byron',
          contact_email: 'ada.byron@example.org',
          contact_phone: '01632 960999',
          household_size: null,
          voucher_value: 1500,
          notes: null,
          area: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      sandboxLead = id
    })
    afterEach(async () => {
      await database.db.deleteFrom('opportunities').execute()
      await database.db.deleteFrom('leads').where('id', '=', sandboxLead).execute()
    })

    const push = (sessionId: string) => deliveries.runNow('crm', sessionId)
    const madeContacts = () => double.contacts().filter(({ email }) => email === 'ada.byron@example.org')

    test('gets one contact with what we know of it, for all of its sales', async () => {
      await writeSale(database.db, { session_id: 'sale_1', lead_id: sandboxLead })
      expect(await push('sale_1')).toMatchObject({ ok: true })
      await writeSale(database.db, { session_id: 'sale_2', lead_id: sandboxLead, customer_name: 'Eve Hill' })
      expect(await push('sale_2')).toMatchObject({ ok: true })
      expect(madeContacts()).toMatchObject([
        {
          firstName: 'Ada',
          lastName: 'Byron',
          phone: '01632 960999',
          address1: '7 Mill Lane',
          postalCode: 'LL79 2AB',
          tags: [],
        },
      ])
      const [{ id: contactId } = { id: '' }] = madeContacts()
      expect(double.opportunities()).toMatchObject([{ contactId, name: 'Eve Hill' }])
      const lead = database.db.selectFrom('leads').selectAll().where('id', '=', sandboxLead)
      expect(await lead.executeTakeFirst()).toMatchObject({
        crm_provider: 'gohighlevel',
        crm_contact_id: contactId,
      })
    })

    test.each(GONE)('whose contact was deleted there, its id %s, gets another', async (goneIds) => {
      double.state.goneIds = goneIds
      await database.db
        .updateTable('leads')
        .set({ crm_provider: 'gohighlevel', crm_contact_id: 'deleted' })
        .where('id', '=', sandboxLead)
        .execute()
      await writeSale(database.db, { session_id: 'sale_1', lead_id: sandboxLead })
      expect(await push('sale_1')).toMatchObject({ ok: true })
      const [{ id: contactId } = { id: '' }] = madeContacts()
      expect(double.opportunities()).toMatchObject([{ contactId }])
      const lead = database.db.selectFrom('leads').selectAll().where('id', '=', sandboxLead)
      expect(await lead.executeTakeFirst()).toMatchObject({ crm_contact_id: contactId })
    })

    test('whose opportunity the sandbox has gets one in GoHighLevel', async () => {
      await writeSale(database.db, { session_id: 'sale_1', lead_id: sandboxLead })
      await database.db
        .insertInto('crm_links')
        .values({
          provider: 'sandbox',
          session_id: 'sale_1',
          contact_id: 'sample-001',
          opportunity_id: 'of the sandbox',
        })
        .execute()
      expect(await push('sale_1')).toMatchObject({ ok: true })
      expect(double.opportunities()).toHaveLength(1)
    })

    test('goes with the first complete pull, unless a sale stands on it', async () => {
      await writeSale(database.db, { session_id: 'sale_1', lead_id: sandboxLead })
      await ask('POST', 'sync-leads')
      expect(await leadIds(database.db)).toContain(sandboxLead)
      await forgetSales(database.db)
      await ask('POST', 'sync-leads')
      expect(await leadIds(database.db)).not.toContain(sandboxLead)
      expect(await leadIds(database.db)).toHaveLength(LEADS)
    })
  })

  test.each(GONE)('an opportunity that was deleted there, its id %s, is made anew', async (goneIds) => {
    await openSale()
    expect(await deliveries.runNow('crm', 'sale_1')).toMatchObject({ ok: true })
    double.state.opportunities.clear()
    double.state.goneIds = goneIds
    await writeSale(database.db, {
      session_id: 'sale_1',
      lead_id: await firstLead(),
      status: 'closed-won',
    })
    expect(await deliveries.runNow('crm', 'sale_1')).toMatchObject({ ok: true })
    expect(double.opportunities()).toMatchObject([{ status: 'won' }])
  })

  test('a won sale stays won, and its lead sold, when the deal goes on in another pipeline', async () => {
    const { db } = database
    await openSale()
    const sold = db.selectFrom('leads').select('status').where('status', '=', 'closed-won')
    const won = { status: 'closed-won', closed_by: 'agent' } as const
    await writeSale(db, { session_id: 'sale_1', lead_id: await firstLead(), ...won })
    await db
      .updateTable('leads')
      .set({ status: 'closed-won' })
      .where('id', '=', await firstLead())
      .execute()
    expect(await deliveries.runNow('crm', 'sale_1')).toMatchObject({ ok: true })
    const [{ id: record_id } = { id: '' }] = double.opportunities()
    const hear = async (change: { pipelineId: string; status: 'open' | 'lost' }) => {
      double.changeOpportunity(record_id, change)
      const event = {
        type: 'OpportunityUpdate',
        record_kind: 'opportunity',
        record_id,
        sent_at: null,
      } as const
      await storeEvents(db, [{ ...event, webhook_id: change.pipelineId }])
      await workOffEvents({ db, crm, changeFeed, log: silentLog }, new AbortController().signal)
      return db.selectFrom('opportunities').select('status').executeTakeFirst()
    }
    expect(await hear({ pipelineId: 'installations', status: 'open' })).toEqual({ status: 'closed-won' })
    expect(await sold.execute()).toHaveLength(1)
    expect(await hear({ pipelineId: double.pipelineId, status: 'lost' })).toEqual({ status: 'closed-lost' })
    expect(await sold.execute()).toHaveLength(0)
  })

  test('a household that loses its tag there is offered no more, and with it again is', async () => {
    const { db } = database
    await ask('POST', 'sync-leads')
    const [contact] = double.contacts()
    if (!contact) throw new Error('There is no contact.')
    const { id: record_id, tags } = contact
    const leadsAfter = async (type: string) => {
      const event = { type, record_kind: 'contact', record_id, sent_at: null, webhook_id: type } as const
      await storeEvents(db, [event])
      await workOffEvents({ db, crm, changeFeed, log: silentLog }, new AbortController().signal)
      const lead = db.selectFrom('leads').select('street_address').where('crm_contact_id', '=', record_id)
      return lead.execute()
    }
    contact.tags = ['do-not-call']
    expect(await leadsAfter('ContactTagUpdate')).toEqual([])
    contact.tags = tags
    expect(await leadsAfter('ContactUpdate')).toEqual([{ street_address: contact.address1 }])
  })

  test('the credentials and the connection are found good', async () => {
    for (const [method, endpoint] of [
      ['POST', 'check-credentials'],
      ['GET', 'diagnostics'],
    ] as const)
      expect(await ask(method, endpoint)).toMatchObject([200, { success: true, provider: 'gohighlevel' }])
  })

  describe.each(FAULTS)('while there is a %s, says "%s"', (fault, error) => {
    test('when leads are asked for, and brings them afterwards', async () => {
      breakBy(fault)
      expect(await ask('POST', 'sync-leads')).toEqual([502, { error }])
      expect(await lastLine()).toMatchObject({ operation: 'sync_leads', status: 'error', message: error })
      await recover()
      expect(await ask('POST', 'sync-leads')).toEqual([200, { success: true, syncedCount: LEADS }])
    })

    test('when a sale is pushed, keeps it, and pushes it afterwards', async () => {
      await openSale()
      breakBy(fault)
      expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })).toEqual([502, { error }])
      expect(await lastLine()).toMatchObject({
        operation: 'create_opportunity',
        status: 'error',
        message: error,
      })
      expect(await ask('GET', 'sync-status')).toMatchObject([200, { pending: 1, failed: 0 }])
      await recover()
      expect(await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })).toMatchObject([200, {}])
      expect(double.opportunities()).toHaveLength(1)
    })

    test('when a sale that is there already is updated', async () => {
      await openSale()
      await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
      await writeSale(database.db, { session_id: 'sale_1', lead_id: null, status: 'qualified' })
      breakBy(fault)
      expect(await ask('PUT', 'update-opportunity', { sessionId: 'sale_1' })).toEqual([502, { error }])
      expect(await lastLine()).toMatchObject({
        operation: 'update_opportunity',
        status: 'error',
        message: error,
      })
    })
  })

  test("once the day's calls are used up asks no more, and says why", async () => {
    double.setFaults(() => 'daily-limit')
    await ask('POST', 'sync-leads')
    double.setFaults(undefined)
    const asked = double.requests.length
    const error = expect.stringMatching(/^GoHighLevel's daily limit of .* calls is used up\.$/)
    expect(await ask('POST', 'sync-leads')).toEqual([502, { error }])
    expect(double.requests).toHaveLength(asked)
  })

  test('sends on as soon as the day of the calls is over, not an hour after it was used up', async () => {
    await openSale()
    double.setFaults(() => 'daily-limit')
    const [status] = await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
    expect(status).toBe(502)
    const { rows } = await sql<{ rests: boolean }>`
      select rests_until > now() + interval '1 minute' as rests from receivers`.execute(database.db)
    expect(rows).toEqual([{ rests: false }])
  })
})
