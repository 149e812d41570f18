import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { BACK_OFFICE_PATH, type DeliveryListed } from '#protocol/back-office.ts'
import { writeSale } from '../crm-sync/push/sales.testing.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { type Office, openOffice, refused } from './office.testing.ts'

const overloaded = {
  retry: 'later',
  receiver: 'rests',
  message: 'The receiver answered 503.',
} as const

describe('The back office', () => {
  let database: FreshDatabase
  let office: Office

  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    office = await openOffice(database.db)
  })
  afterEach(() => office?.close())

  test('returns how many deliveries wait and are parked', async () => {
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    await office.report('sale_1', 2)
    await office.report('sale_2', 2)
    await office.attempt('automation', 'sale_1', refused)
    expect((await office.ask('GET', '')).body).toMatchObject({
      provider: 'sandbox',
      crm: { pausedUntil: null, pauseReason: null, dailyRemaining: null, dailyLimit: null },
      automation: { configured: true, disabledAt: null, restsUntil: null },
      seal: { reason: 'No key.', expiresAt: null },
      counts: {
        crm: { waiting: 1, held: 0, parked: 0 },
        automation: { waiting: 1, held: 0, parked: 1 },
        seal: { waiting: 0, held: 0, parked: 0 },
      },
      leadPull: null,
    })
  })

  const version = async (): Promise<string> => (await office.ask('GET', '')).body.version
  /** Returns the version once it differs. A transaction in any database of the same server can delay that. */
  const versionAfter = async (before: string) => {
    await expect.poll(version).not.toBe(before)
    return version()
  }

  test('returns a new version if anything has changed', async () => {
    const empty = await version()
    await writeSale(database.db, { session_id: 'sale_1', lead_id: null })
    const queued = await versionAfter(empty)
    await office.call('PATCH', '/rest/v1/opportunities?session_id=eq.sale_1', { customer_name: 'Ada Ward' })
    const named = await versionAfter(queued)
    await office.attempt('crm', 'sale_1', success({}))
    await versionAfter(named)
  })

  test('returns a new version if an earlier transaction commits later', async () => {
    for (const session_id of ['sale_1', 'sale_2']) await writeSale(database.db, { session_id, lead_id: null })
    const name = (db: typeof database.db, session_id: string) =>
      db
        .updateTable('opportunities')
        .set({ customer_name: 'Ada' })
        .where('session_id', '=', session_id)
        .execute()
    const meanwhile = await database.db.transaction().execute(async (earlier) => {
      await name(earlier, 'sale_1')
      await name(database.db, 'sale_2')
      return version()
    })
    await versionAfter(meanwhile)
  })

  test('lists each delivery with its sale, its reason and every attempt', async () => {
    const sale = { session_id: 'sale_1', lead_id: null, customer_name: 'Ada Ward' }
    await writeSale(database.db, { ...sale, status: 'qualified' })
    await office.attempt('crm', 'sale_1', failed({ retry: 'later', message: 'Busy.', status: 503 }))
    await office.attempt('crm', 'sale_1', refused)
    const [listed] = await office.list('?state=parked')
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
    const attempts = await office.ask('GET', `/deliveries/${listed?.id}/attempts`)
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

  test('lists what a retry of an open sale sends, with the voucher of its lead', async () => {
    const { id } = await addLead(database.db, '7 Quill Lane', { voucher_value: 1500 })
    await writeSale(database.db, { session_id: 'sale_1', lead_id: id })
    expect(await office.list()).toMatchObject([
      { lead_id: id, service_package_name: null, voucher_amount: 1500, total_value: null },
    ])
    await sql`update opportunities set voucher_amount = 500, total_value = 1294`.execute(database.db)
    expect(await office.list()).toMatchObject([{ voucher_amount: 500, total_value: 1294 }])
  })

  test('pages through all deliveries, latest change first, each exactly once', async () => {
    for (let sale = 1; sale <= 7; sale++) await office.report(`sale_${sale}`, 1)
    await writeSale(database.db, { session_id: 'sale_8', lead_id: null })
    await sql`alter table deliveries disable trigger deliveries_touch`.execute(database.db)
    await sql`update deliveries set updated_at = '2026-01-01T00:00:00Z'`.execute(database.db)
    await sql`alter table deliveries enable trigger deliveries_touch`.execute(database.db)
    const sales: string[] = []
    for (let before = ''; ; ) {
      const { body } = await office.ask('GET', `/deliveries?limit=3${before}`)
      sales.push(...body.deliveries.map(({ session_id }: DeliveryListed) => session_id))
      if (body.next === null) break
      before = `&before=${encodeURIComponent(body.next)}`
    }
    expect(sales).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((sale) => `sale_${sale}`))
  })

  test('returns until when the receiver rests, and only until then', async () => {
    await office.report('sale_1', 2)
    await office.attempt('automation', 'sale_1', failed({ ...overloaded, retryAfterMs: 7_200_000 }))
    const automation = async () => (await office.ask('GET', '')).body.automation
    expect(await automation()).toMatchObject({
      disabledAt: null,
      restsUntil: expect.stringMatching(/Z$/),
      restReason: 'The receiver answered 503.',
    })
    await sql`update receivers set rests_until = now() - interval '1 second'`.execute(database.db)
    expect(await automation()).toMatchObject({ restsUntil: null, restReason: null })
  })

  test('returns the time of the last attempt, even if the count starts again', async () => {
    await office.report('sale_2', 1)
    expect(await office.list()).toMatchObject([{ last_tried_at: null }])
    const { id } = await office.parkedReport()
    await office.ask('POST', '/deliveries/retry', { ids: [id] })
    const [again] = await office.list('?state=waiting')
    expect(again).toMatchObject({ id, attempts: 0, last_tried_at: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('returns how far sales have been delivered', async () => {
    for (const session_id of ['sale_1', 'sale_2', 'sale_3'])
      await writeSale(database.db, { session_id, lead_id: null })
    await office.attempt('crm', 'sale_1', success({}))
    for (const sequence of [1, 2, 3]) await office.report('sale_1', sequence)
    await office.attempt('automation', 'sale_1', success({}))
    await office.attempt('automation', 'sale_1', refused)
    await office.report('sale_2', 1)
    await office.attempt('automation', 'sale_2', success({}))
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    const waiting = { state: 'waiting', at, reason: null }
    const { body } = await office.ask(
      'GET',
      '/sales?session_id=sale_1&session_id=sale_2&session_id=sale_3&session_id=x',
    )
    expect(body).toEqual([
      {
        session_id: 'sale_1',
        received_at: null,
        crm: { state: 'delivered', at, reason: null },
        automation: { state: 'parked', at, reason: 'No such field.' },
        seal: null,
        copy: null,
        acknowledgement: null,
        copy_state: null,
        clock: null,
      },
      {
        session_id: 'sale_2',
        received_at: null,
        crm: waiting,
        automation: { state: 'delivered', at, reason: null },
        seal: null,
        copy: null,
        acknowledgement: null,
        copy_state: null,
        clock: null,
      },
      {
        session_id: 'sale_3',
        received_at: null,
        crm: waiting,
        automation: null,
        seal: null,
        copy: null,
        acknowledgement: null,
        copy_state: null,
        clock: null,
      },
    ])
    expect((await office.ask('GET', '/sales?session_id=sale_3')).body).toHaveLength(1)
  })

  test('returns the sync of leads, and cancels it', async () => {
    expect(await office.ask('GET', '/lead-pull')).toEqual({ status: 200, body: null })
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
    expect((await office.ask('GET', '/lead-pull')).body).toMatchObject({
      state: 'running',
      seen: 20,
      total: 40,
    })
    expect((await office.ask('DELETE', '/lead-pull')).body).toMatchObject({ state: 'cancelled' })
    expect((await office.ask('GET', '')).body.leadPull).toMatchObject({ state: 'cancelled' })
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
    const answer = await office.ask(method, path, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['code', 'message', 'details', 'hint']])
  })

  test.each([
    ['/deliveries/0', 404],
    ['/deliveries/one', 404],
    ['/deliveries/99999999999999999999', 404],
    ['/deliveries/one/attempts', 200],
  ])('returns nothing at %s', async (path, status) => {
    expect(await office.ask('GET', path)).toMatchObject({ status })
  })

  test('refuses a request without the key', async () => {
    for (const path of ['', '/deliveries', '/sales?session_id=a', '/lead-pull']) {
      const answer = await office.app.inject(`${BACK_OFFICE_PATH}${path}`)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid-key'])
    }
  })
})
