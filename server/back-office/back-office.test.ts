import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { BACK_OFFICE_PATH, type DeliveryListed, type DeliveryPage } from '#protocol/back-office.ts'
import type { Context } from '../context.ts'
import { dataApiRoutes } from '../data-api/data-api.routes.ts'
import { silentLog, writeSale } from '../ghl-sync/sales.testing.ts'
import { answeredByHand } from '../jobs/attempts.testing.ts'
import { queueProgress } from '../jobs/deliveries.queries.ts'
import { createDeliveries, type Deliveries, type DeliveryOutcome } from '../jobs/deliveries.ts'
import { RecentSales } from '../opportunities/recent-sales.ts'
import { receiverOf } from '../progress/deliver-progress.job.ts'
import { REPORT } from '../progress/reports.testing.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { backOfficeRoutes } from './back-office.routes.ts'

const KEY = 'public-anon-key'
const WEBHOOK = { url: 'http://127.0.0.1:1/secret', secret: undefined, allowPrivate: true }
const refused: DeliveryOutcome = { ok: false, retry: 'never', message: 'No such field.', status: 422 }

describe.each(DATABASES)('The back office on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  let crm: ReturnType<typeof answeredByHand>
  let automation: ReturnType<typeof answeredByHand>
  let deliveries: Deliveries

  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    const { db } = database
    for (const table of ['deliveries', 'receivers', 'opportunities', 'lead_pulls'] as const)
      await db.deleteFrom(table).execute()
    crm = answeredByHand()
    automation = answeredByHand()
    const receiver = receiverOf(WEBHOOK)
    const handlers = { crm: crm.handler, automation: { ...automation.handler, receiver } }
    deliveries = createDeliveries({ db, log: silentLog, handlers, pollMs: 3_600_000, drainMs: 0 })
    const config = { publicKey: KEY, webhook: WEBHOOK } as Context['config']
    const context = {
      db,
      config,
      deliveries,
      crm: createSandboxCrm(db),
      changeFeed: { wake() {} } as never,
      recentSales: new RecentSales(),
    }
    app = Fastify()
    app.register(backOfficeRoutes(context), { prefix: BACK_OFFICE_PATH })
    app.register(dataApiRoutes(context as never))
  })
  afterEach(async () => {
    await app.close()
    await deliveries.stop()
  })

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
    return queueProgress(database.db, { sessionId, sequence, payload })
  }
  /** Makes one attempt at what a sale has outstanding, with that outcome. */
  const attempt = async (target: 'crm' | 'automation', sessionId: string, outcome: DeliveryOutcome) => {
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

  test('sees at a glance how much waits and how much is parked', async () => {
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    await report('sale_1', 2)
    await report('sale_2', 2)
    await attempt('automation', 'sale_1', refused)
    expect((await ask('GET', '')).body).toMatchObject({
      provider: 'sandbox',
      crm: { pausedUntil: null, pauseReason: null, dailyRemaining: null, dailyLimit: null },
      automation: { configured: true, disabledAt: null, disabledReason: null },
      counts: { crm: { waiting: 1, parked: 0 }, automation: { waiting: 1, parked: 1 } },
      leadPull: null,
    })
  })

  test('notices by the version that something has happened', async () => {
    const version = async () => (await ask('GET', '')).body.version
    const empty = await version()
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    const queued = await version()
    await attempt('crm', 'sale_1', { ok: true })
    const pushed = await version()
    expect(new Set([empty, queued, pushed]).size).toBe(3)
    expect(await version()).toBe(pushed)
  })

  test('reads each delivery with its sale, its reason and every attempt', async () => {
    const sale = { session_id: 'sale_1', lead_id: null, customer_name: 'Ada Ward' }
    await writeSale(database.db, { ...sale, status: 'qualified' })
    await attempt('crm', 'sale_1', { ok: false, retry: 'later', message: 'Busy.', status: 503 })
    await attempt('crm', 'sale_1', refused)
    const [listed] = await list('?state=parked')
    expect(listed).toMatchObject({
      target: 'crm',
      session_id: 'sale_1',
      step: null,
      state: 'parked',
      attempts: 2,
      reason: 'No such field.',
      wanted: 1,
      delivered: 0,
      customer_name: 'Ada Ward',
      sale_status: 'qualified',
    })
    expect(listed?.updated_at).toMatch(/^\d{4}-.*Z$/)
    const attempts = await ask('GET', `/deliveries/${listed?.id}/attempts`)
    const line = {
      id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      duration_ms: expect.any(Number),
      request_id: null,
    }
    expect(attempts.body).toEqual([
      { ...line, ok: false, status: 422, message: 'No such field.' },
      { ...line, ok: false, status: 503, message: 'Busy.' },
    ])
  })

  test('pages through all of them, latest change first, each exactly once', async () => {
    for (let sale = 1; sale <= 7; sale++) await report(`sale_${sale}`, 1)
    await writeSale(database.db, { session_id: 'sale_8', lead_id: null })
    await sql`alter table deliveries disable trigger deliveries_touch`.execute(database.db)
    await sql`update deliveries set updated_at = '2026-01-01T00:00:00Z'`.execute(database.db)
    await sql`alter table deliveries enable trigger deliveries_touch`.execute(database.db)
    const sales: string[] = []
    for (let before = ''; ; ) {
      const { body } = await ask('GET', `/deliveries?limit=3${before}`)
      sales.push(...body.deliveries.map(({ session_id }: DeliveryListed) => session_id))
      if (body.next === null) break
      before = `&before=${encodeURIComponent(body.next)}`
    }
    expect(sales).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((sale) => `sale_${sale}`))
  })

  test('retries what is parked, with a fresh count and its history kept', async () => {
    const { id } = await parkedReport()
    deliveries.start()
    expect(await ask('POST', '/deliveries/retry', { ids: [id] })).toEqual({
      status: 200,
      body: { queued: 1 },
    })
    const again = await automation.next()
    expect(again.delivery).toMatchObject({ id, attempts: 0, payload: { name: 'Ada Ward' } })
    again.answer({ ok: true, status: 200 })
    await deliveries.runNow('automation', 'sale_1')
    expect((await ask('GET', `/deliveries/${id}/attempts`)).body).toMatchObject([
      { ok: true, status: 200, message: null },
      { ok: false, status: 422 },
    ])
  })

  test('retries all that is parked, or all that waits as well, of one target', async () => {
    await parkedReport()
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    await report('sale_2', 1)
    await sql`update deliveries set due_at = now() + interval '1 hour'`.execute(database.db)
    const retry = async (state: string) =>
      (await ask('POST', '/deliveries/retry', { target: 'automation', state })).body
    expect(await retry('parked')).toEqual({ queued: 1 })
    expect(await retry('outstanding')).toEqual({ queued: 2 })
    deliveries.start()
    const sales = [await automation.next(), await automation.next()].map(
      ({ delivery }) => delivery.session_id,
    )
    expect(sales.sort()).toEqual(['sale_1', 'sale_2'])
    expect(crm.unseen()).toEqual([])
  })

  test('retries what of one sale is not delivered, parked or waiting', async () => {
    await parkedReport()
    await report('sale_2', 1)
    await sql`update deliveries set due_at = now() + interval '1 hour'`.execute(database.db)
    const retry = async (session_id: string) =>
      (await ask('POST', '/deliveries/retry', { target: 'automation', session_id })).body
    expect(await retry('sale_2')).toEqual({ queued: 1 })
    deliveries.start()
    const first = await automation.next()
    expect(first.delivery.session_id).toBe('sale_2')
    first.answer({ ok: true, status: 200 })
    expect(await retry('sale_1')).toEqual({ queued: 1 })
    expect((await automation.next()).delivery.session_id).toBe('sale_1')
    expect(await retry('nobody')).toEqual({ queued: 0 })
  })

  test('does not give a superseded sale its opportunity back when all are retried', async () => {
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    await sql`update deliveries set state = 'parked', reason = 'Taken over.'`.execute(database.db)
    const all = { target: 'crm', state: 'outstanding' }
    expect((await ask('POST', '/deliveries/retry', all)).body).toEqual({ queued: 0 })
    const [{ id } = { id: 0 }] = await list()
    expect((await ask('POST', '/deliveries/retry', { ids: [id] })).body).toEqual({ queued: 1 })
  })

  test('sends a delivered report again, with the same id, for as long as it is kept', async () => {
    await report('sale_1', 2)
    await attempt('automation', 'sale_1', { ok: true, status: 200 })
    const [{ id } = { id: 0 }] = await list('?state=delivered')
    expect((await ask('POST', '/deliveries/retry', { ids: [id] })).body).toEqual({ queued: 1 })
    deliveries.start()
    const again = await automation.next()
    expect(again.delivery.id).toBe(id)
    again.answer({ ok: true })
    await deliveries.runNow('automation', 'sale_1')
    await sql`update deliveries set payload = null`.execute(database.db)
    expect((await ask('POST', '/deliveries/retry', { ids: [id] })).body).toEqual({ queued: 0 })
  })

  test('shows that the receiver wanted no more, and asks it again on a retry', async () => {
    await report('sale_1', 2)
    const gone = {
      ok: false,
      retry: 'later',
      receiver: 'closed',
      message: 'The receiver answered 410.',
    } as const
    await attempt('automation', 'sale_1', gone)
    expect((await ask('GET', '')).body.automation).toEqual({
      configured: true,
      disabledAt: expect.stringMatching(/Z$/),
      disabledReason: 'The receiver answered 410.',
    })
    deliveries.start()
    await ask('POST', '/deliveries/retry', { target: 'automation', state: 'outstanding' })
    expect((await automation.next()).delivery.session_id).toBe('sale_1')
    expect((await ask('GET', '')).body.automation).toMatchObject({ disabledAt: null })
  })

  test('corrects a parked report and sends it again', async () => {
    const { id } = await parkedReport()
    const { payload } = (await ask('GET', `/deliveries/${id}`)).body
    deliveries.start()
    const corrected = { ...payload, email: 'ward@example.org' }
    expect(await ask('PUT', `/deliveries/${id}`, { payload: corrected })).toEqual({
      status: 200,
      body: { queued: 1 },
    })
    expect((await automation.next()).delivery).toMatchObject({ id, payload: corrected })
  })

  test('corrects only what is a parked report, to a whole report of the same step', async () => {
    const { id } = await parkedReport()
    const payload = { ...REPORT, session_id: 'sale_1' }
    const correct = (to: object, which = id) => ask('PUT', `/deliveries/${which}`, { payload: to })
    expect(await correct({ ...payload, step: 'contract-signed' })).toMatchObject({ status: 409 })
    expect(await correct({ ...payload, session_id: 'sale_2' })).toMatchObject({ status: 409 })
    expect(await correct({ ...payload, email: 7 })).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', details: 'payload.email: invalid_type' },
    })
    expect(await correct(payload, 999_999)).toMatchObject({ status: 404 })
    await ask('POST', '/deliveries/retry', { ids: [id] })
    expect(await correct(payload)).toMatchObject({
      status: 409,
      body: { details: 'The report is not parked.' },
    })
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    const [push] = await list('?target=crm')
    expect(await correct(payload, push?.id)).toMatchObject({ status: 409 })
  })

  test('a parked push is tried again when its sale is corrected', async () => {
    await call('POST', '/rest/v1/opportunities', { session_id: 'sale_1', status: 'open' })
    await attempt('crm', 'sale_1', refused)
    expect(await list('?target=crm')).toMatchObject([{ state: 'parked' }])
    await call('PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', { customer_email: 'ada@example.org' })
    expect(await list('?target=crm')).toMatchObject([{ state: 'waiting', attempts: 0, reason: null }])
  })

  const soldTo = async (customer: object) => {
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null, ...customer })
    await attempt('crm', 'sale_1', refused)
    const [parked] = await list('?target=crm&state=parked')
    const stored = async () =>
      (await call('GET', '/rest/v1/opportunities?select=customer_name,customer_email,customer_phone')).body[0]
    return { id: parked?.id, stored }
  }
  const ADA = { customer_name: 'Ada Ward', customer_email: 'ada@', customer_phone: '07700 900123' }

  test('corrects the customer of a parked push, trimmed as a phone does it, and queues it again', async () => {
    const { id, stored } = await soldTo(ADA)
    const customer = { customer_email: ' ada@example.org ' }
    expect(await ask('PUT', `/deliveries/${id}`, { customer })).toEqual({ status: 200, body: { queued: 1 } })
    expect(await stored()).toEqual({ ...ADA, customer_email: 'ada@example.org' })
    expect(await list('?target=crm')).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  test('refuses to leave blank what a sale knows of its customer, and writes nothing', async () => {
    const { id, stored } = await soldTo(ADA)
    const correct = (customer: object) => ask('PUT', `/deliveries/${id}`, { customer })
    expect(await correct({ customer_name: 'Ada Wood', customer_email: '', customer_phone: ' \t ' })).toEqual({
      status: 422,
      body: {
        code: 'customer_stays_filled',
        message: 'Email and phone cannot be blank: the customer has given them.',
        details: null,
        hint: null,
      },
    })
    expect(await correct({ customer_name: '\u00a0' })).toMatchObject({
      status: 422,
      body: { message: 'Name cannot be blank: the customer has given it.' },
    })
    expect(await stored()).toEqual(ADA)
    expect(await list('?target=crm')).toMatchObject([{ state: 'parked' }])
  })

  test('does not demand what a sale has not come to, and stores no blanks for it', async () => {
    const { id, stored } = await soldTo({ customer_email: 'ada@' })
    const customer = { customer_name: '  ', customer_email: 'ada@example.org', customer_phone: '' }
    expect(await ask('PUT', `/deliveries/${id}`, { customer })).toMatchObject({ status: 200 })
    expect(await stored()).toEqual({
      customer_name: null,
      customer_email: 'ada@example.org',
      customer_phone: null,
    })
  })

  test('corrects no signed customer, and no customer of a report', async () => {
    const { id, stored } = await soldTo(ADA)
    const report = await parkedReport()
    const customer = { customer_name: 'Ada Wood' }
    expect(await ask('PUT', `/deliveries/${report.id}`, { customer })).toMatchObject({ status: 409 })
    expect(await ask('PUT', '/deliveries/999999', { customer })).toMatchObject({ status: 404 })
    await call('PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', {
      status: 'closed-won',
      contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
    })
    expect(await ask('PUT', `/deliveries/${id}`, { customer })).toMatchObject({
      status: 422,
      body: { code: 'signed_terms_are_sealed' },
    })
    expect(await stored()).toEqual(ADA)
  })

  test('says when a delivery was tried last, also when its count starts again', async () => {
    await report('sale_2', 1)
    expect(await list()).toMatchObject([{ last_tried_at: null }])
    const { id } = await parkedReport()
    await ask('POST', '/deliveries/retry', { ids: [id] })
    const [again] = await list('?state=waiting')
    expect(again).toMatchObject({ id, attempts: 0, last_tried_at: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('tells phones how far their sales have come', async () => {
    for (const session_id of ['sale_1', 'sale_2', 'sale_3'])
      await writeSale(database.db, { session_id, lead_id: null })
    await attempt('crm', 'sale_1', { ok: true })
    for (const sequence of [1, 2, 3]) await report('sale_1', sequence)
    await attempt('automation', 'sale_1', { ok: true })
    await attempt('automation', 'sale_1', refused)
    await report('sale_2', 1)
    await attempt('automation', 'sale_2', { ok: true })
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    const waiting = { state: 'waiting', at, reason: null }
    const { body } = await ask(
      'GET',
      '/sales?session_id=sale_1&session_id=sale_2&session_id=sale_3&session_id=x',
    )
    expect(body).toEqual([
      {
        session_id: 'sale_1',
        received_at: null,
        crm: { state: 'delivered', at, reason: null },
        automation: { state: 'parked', at, reason: 'No such field.' },
      },
      {
        session_id: 'sale_2',
        received_at: null,
        crm: waiting,
        automation: { state: 'delivered', at, reason: null },
      },
      { session_id: 'sale_3', received_at: null, crm: waiting, automation: null },
    ])
    expect((await ask('GET', '/sales?session_id=sale_3')).body).toHaveLength(1)
  })

  test('sees the sync of leads, and stops it', async () => {
    expect(await ask('GET', '/lead-pull')).toEqual({ status: 200, body: null })
    await database.db
      .insertInto('lead_pulls')
      .values({
        source: 'sandbox',
        seen: 20,
        total: 40,
        lease: sql`gen_random_uuid()`,
        leased_until: sql`now()`,
      })
      .execute()
    expect((await ask('GET', '/lead-pull')).body).toMatchObject({ state: 'running', seen: 20, total: 40 })
    expect((await ask('DELETE', '/lead-pull')).body).toMatchObject({ state: 'cancelled' })
    expect((await ask('GET', '')).body.leadPull).toMatchObject({ state: 'cancelled' })
  })

  test.each([
    ['GET', '/deliveries?state=lost', undefined],
    ['GET', '/deliveries?limit=0', undefined],
    ['GET', '/deliveries?limit=201', undefined],
    ['GET', '/deliveries?before=yesterday', undefined],
    ['GET', '/deliveries?before=2026-99-01T00:00:00.000Z_1', undefined],
    ['GET', '/deliveries?colour=red', undefined],
    ['GET', '/sales', undefined],
    ['GET', `/sales?session_id=${'x'.repeat(201)}`, undefined],
    ['GET', '/sales?session_id=%00', undefined],
    ['GET', `/sales?${Array(201).fill('session_id=x').join('&')}`, undefined],
    ['POST', '/deliveries/retry', {}],
    ['POST', '/deliveries/retry', { ids: [] }],
    ['POST', '/deliveries/retry', { ids: ['1'] }],
    ['POST', '/deliveries/retry', { target: 'crm', state: 'delivered' }],
    ['PUT', '/deliveries/1', { name: 'Ada' }],
    ['PUT', '/deliveries/1', { customer: {} }],
    ['PUT', '/deliveries/1', { customer: { customer_name: null } }],
    ['PUT', '/deliveries/1', { customer: { customer_name: 'A\0' } }],
    ['PUT', '/deliveries/1', { customer: { status: 'qualified' } }],
  ] as const)('refuses %s %s', async (method, path, body) => {
    const answer = await ask(method, path, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['code', 'message', 'details', 'hint']])
  })

  test.each([
    ['/deliveries/0', 404],
    ['/deliveries/one', 404],
    ['/deliveries/99999999999999999999', 404],
    ['/deliveries/one/attempts', 200],
  ])('finds nothing at %s', async (path, status) => {
    expect(await ask('GET', path)).toMatchObject({ status })
  })

  test('lets nobody in without the key', async () => {
    for (const path of ['', '/deliveries', '/sales?session_id=a', '/lead-pull']) {
      const answer = await app.inject(`${BACK_OFFICE_PATH}${path}`)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid-key'])
    }
  })
})
