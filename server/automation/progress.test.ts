import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import type { Context } from '../context.ts'
import { answeredByHand } from '../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../deliveries/deliveries.ts'
import { openReceivers } from '../deliveries/receivers.queries.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { deliverProgressJob } from './deliver-progress.job.ts'
import { progressRoutes } from './progress.routes.ts'
import { startReceiver } from './receiver.testing.ts'
import { REPORT } from './reports.testing.ts'

describe('Reporting progress', () => {
  let database: FreshDatabase
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let deliveries: Deliveries
  let app: FastifyInstance
  let logged: string

  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('deliveries').execute()
    await database.db.deleteFrom('receivers').execute()
    receiver = await startReceiver()
    await open({ url: receiver.url, secret: undefined, allowPrivate: true })
  })
  afterEach(async () => {
    await close()
    await receiver?.close()
  })

  async function open(webhook: Context['config']['webhook']) {
    logged = ''
    const config = { webhook }
    const callers = keyHolders('public-anon-key')
    const write = (...line: unknown[]) => {
      logged += JSON.stringify(line)
    }
    deliveries = createDeliveries({
      db: database.db,
      log: { info: write, warn: write, error: write } as never,
      handlers: {
        crm: answeredByHand().handler,
        automation: { ...deliverProgressJob({ config }), backoff: () => 0 },
      },
    })
    app = Fastify()
    await app.register(progressRoutes({ db: database.db, deliveries, callers, config }))
  }
  async function close() {
    await app.close()
    await deliveries.stop()
  }

  const report = async (body: object, idempotencyKey?: string) => {
    const answer = await app.inject({
      method: 'POST',
      url: SALES_PROGRESS_PATH,
      headers: { apikey: 'public-anon-key', ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      body,
    })
    return [answer.statusCode, answer.json()]
  }
  const delivered = (sessionId = 'sale_1') => deliveries.runNow('automation', sessionId)
  const rows = () => database.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  const steps = () => receiver.received.map(({ body }) => JSON.parse(body).step)

  test('sends the receiver exactly the fixed fields', async () => {
    expect(await report(REPORT, 'sale_1:2')).toEqual([202, { queued: true }])
    expect(await delivered()).toMatchObject({ ok: true })
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([REPORT])
    expect(await rows()).toMatchObject([{ sequence: 2, state: 'delivered', step: REPORT.step }])
  })

  test('always names the fixed rep and no ID document, even if the report does', async () => {
    const raw_data = { ...REPORT.raw_data, hasIdDocument: true }
    await report({ ...REPORT, rep: 'Mallory', raw_data }, 'sale_1:2')
    await delivered()
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([REPORT])
  })

  test('delivers in order, and holds back later steps while one fails', async () => {
    let refusals = 3
    receiver.answer = (response) => response.writeHead(refusals-- > 0 ? 503 : 200).end()
    await report({ ...REPORT, step: 'eligibility-check' }, 'sale_1:2')
    await report({ ...REPORT, step: 'service-selection' }, 'sale_1:4')
    deliveries.start()
    await report({ ...REPORT, step: 'customer-details' }, 'sale_1:6')
    while (!(await delivered()).ok || (await rows()).some(({ state }) => state !== 'delivered'));
    expect(steps()).toEqual([...Array(4).fill('eligibility-check'), 'service-selection', 'customer-details'])
  })

  test('ignores a repeat', async () => {
    await report(REPORT, 'sale_1:2')
    await delivered()
    expect(await report({ ...REPORT, name: 'Somebody Else' }, 'sale_1:2')).toEqual([202, { queued: true }])
    expect(await delivered()).toMatchObject({ ok: true })
    expect(receiver.received).toHaveLength(1)
  })

  test('numbers reports that have no number', async () => {
    await report(REPORT, 'sale_1:2')
    await Promise.all([report(REPORT), report(REPORT)])
    expect((await rows()).map(({ sequence }) => sequence)).toEqual([2, 3, 4])
  })

  test('continues after a restart', async () => {
    receiver.answer = (response) => response.writeHead(500).end()
    await report(REPORT, 'sale_1:2')
    expect(await delivered()).toMatchObject({ ok: false })
    await close()
    receiver.answer = (response) => response.end()
    await open({ url: receiver.url, secret: undefined, allowPrivate: true })
    expect(await delivered()).toMatchObject({ ok: true })
  })

  test('sends nothing to a receiver that is gone, and everything in order if it is retried', async () => {
    receiver.answer = (response) => response.writeHead(410).end()
    await report({ ...REPORT, step: 'eligibility-check' }, 'sale_1:2')
    await delivered()
    deliveries.start()
    await report({ ...REPORT, step: 'service-selection' }, 'sale_1:4')
    await report({ ...REPORT, session_id: 'sale_2' }, 'sale_2:2')
    deliveries.wake()
    await close()
    expect(receiver.received).toHaveLength(1)
    expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
      ['waiting', 'The receiver answered 410.'],
      ['waiting', null],
      ['waiting', null],
    ])

    receiver.answer = (response) => response.end()
    await open({ url: receiver.url, secret: undefined, allowPrivate: true })
    await openReceivers(database.db, 'automation')
    deliveries.start()
    while ((await rows()).some(({ state }) => state !== 'delivered')) await delivered()
    expect(
      steps()
        .slice(1)
        .filter((step) => step === 'service-selection'),
    ).toHaveLength(1)
    expect(receiver.received).toHaveLength(4)
  })

  test('sends to another receiver if the former one is gone', async () => {
    receiver.answer = (response) => response.writeHead(410).end()
    await report(REPORT, 'sale_1:2')
    await delivered()
    await close()
    const next = await startReceiver()
    await open({ url: next.url, secret: undefined, allowPrivate: true })
    deliveries.start()
    while ((await rows()).some(({ state }) => state !== 'delivered')) await delivered()
    expect(next.received).toHaveLength(1)
    await next.close()
  })

  test('keeps earlier reports while there is no receiver, without counting attempts', async () => {
    await report(REPORT, 'sale_1:2')
    await close()
    await open(undefined)
    deliveries.start()
    deliveries.wake()
    await close()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0, payload: REPORT }])
  })

  test('logs a failure without personal data', async () => {
    receiver.answer = (response) => response.writeHead(500).end('Ada Ward')
    await report(REPORT, 'sale_1:2')
    await delivered()
    expect(logged).toContain('The receiver answered 500.')
    for (const secret of ['Ada', 'example.org', '960001', 'High Street', 'base64', receiver.url])
      expect(logged).not.toContain(secret)
  })

  test('stores nothing if there is no receiver', async () => {
    await close()
    await open(undefined)
    expect(await report(REPORT, 'sale_1:2')).toEqual([202, { queued: false }])
    expect(await rows()).toEqual([])
  })

  test.each([
    ['another step', { step: 'daydreaming' }],
    ['a field too many', { nickname: 'Ady' }],
    ['a document', { id_document: 'passport' }],
    ['an invalid picture', { signature: 'data:image/png;base64,AAAA' }],
    ['a voucher that is not a number', { voucher_used: '1500' }],
    ['a NUL character', { name: 'Ada\0' }],
    ['half a character', { name: '\ud800' }],
    ['no session', { session_id: '' }],
    ['an invalid flag', { raw_data: { ...REPORT.raw_data, hasService: 'yes' } }],
  ])('refuses %s without repeating it', async (_what, wrong) => {
    const [status, body] = await report({ ...REPORT, ...wrong }, 'sale_1:2')
    expect([status, body.code]).toEqual([400, 'PGRST102'])
    expect(JSON.stringify(body)).not.toMatch(/passport|Ada/)
  })

  test.each(['sale_2:1', 'sale_1', 'sale_1:', 'sale_1:x', 'sale_1:9999999999', '1'])(
    'refuses the Idempotency-Key "%s"',
    async (key) => {
      expect(await report(REPORT, key)).toMatchObject([400, { code: 'bad-idempotency-key' }])
    },
  )

  test('refuses a report without the key', async () => {
    const { statusCode } = await app.inject({ method: 'POST', url: SALES_PROGRESS_PATH, body: REPORT })
    expect(statusCode).toBe(401)
  })
})
