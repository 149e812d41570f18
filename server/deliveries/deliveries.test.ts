import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import type { Context } from '../context.ts'
import type { DeliveryRow } from '../db/schema.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { answeredByHand, overhear } from './attempts.testing.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import type { DeliveryFailure } from './handler.ts'
import { claimDeliveries, markDelivered, queueProgress } from './states.queries.ts'

const done = success({})
const refused = (retry: 'later' | 'never', message = 'No.') => failed({ retry, message })
const failure = (expected: Partial<DeliveryFailure>) => ({ ok: false, failure: expected })

describe.each(DATABASES)('The ledger on the %s database', (kind) => {
  let database: FreshDatabase
  let crm: ReturnType<typeof answeredByHand>
  let automation: ReturnType<typeof answeredByHand>
  let deliveries: Deliveries
  let logged: string

  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('deliveries').execute()
    await database.db.deleteFrom('receivers').execute()
    crm = answeredByHand()
    automation = answeredByHand()
    logged = ''
    deliveries = newWorker()
  })
  afterEach(() => deliveries?.stop())

  const newWorker = (options: Partial<Parameters<typeof createDeliveries>[0]> = {}) =>
    createDeliveries({
      db: database.db,
      log: collectingLog(),
      handlers: { crm: crm.handler, automation: automation.handler },
      pollMs: 3_600_000,
      drainMs: 0,
      ...options,
    })

  function collectingLog() {
    const write = (...line: unknown[]) => {
      logged += JSON.stringify(line)
    }
    return { info: write, warn: write, error: write } as unknown as Context['log']
  }

  const wantPush = (sessionId: string, revision = 1) =>
    sql`
      insert into deliveries (target, session_id, wanted) values ('crm', ${sessionId}, ${revision})
      on conflict (target, session_id, sequence) do update
      set wanted = excluded.wanted, state = 'waiting', due_at = now()`.execute(database.db)
  const report = (sessionId: string, sequence: number) =>
    queueProgress(database.db, { sessionId, sequence, payload: { step: `step ${sequence}` } })
  const rows = () => database.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  const firstRow = async () => (await rows())[0] as Awaited<ReturnType<typeof rows>>[0]
  const set = (values: Partial<DeliveryRow>) =>
    database.db
      .updateTable('deliveries')
      .set(values as never)
      .execute()

  test('what a commit added is delivered when it is woken', async () => {
    deliveries.start()
    await report('sale_1', 1)
    deliveries.wake()
    const attempt = await automation.next()
    expect(attempt.delivery.payload).toEqual({ step: 'step 1' })
    attempt.answer(done)
    await deliveries.runNow('automation', 'sale_1')
    expect(await firstRow()).toMatchObject({ state: 'delivered', delivered: 1, lease: null })
  })

  test('phones are served between deliveries, however many wait and however fast they are', async () => {
    const many = 50
    for (let sale = 0; sale < many; sale += 1) await wantPush(`sale_${sale}`)
    const { promise: allDelivered, resolve } = Promise.withResolvers<void>()
    let delivered = 0
    let turns = 0
    const atOnce = async () => {
      delivered += 1
      if (delivered === many) resolve()
      return done
    }
    const worker = newWorker({
      handlers: { crm: { ...crm.handler, deliver: atOnce }, automation: automation.handler },
    })
    worker.start()
    const serving = (async () => {
      for (; delivered < many; turns += 1) await setImmediate()
    })()
    await Promise.all([allDelivered, serving])
    await worker.stop()
    // As many as run at once share one.
    expect(turns).toBeGreaterThanOrEqual(many / 10)
  })

  test('what another process added is found without being woken', async () => {
    deliveries = newWorker({ pollMs: 5 })
    deliveries.start()
    await report('sale_1', 1)
    expect((await automation.next()).delivery.session_id).toBe('sale_1')
  })

  test('the steps of a sale go out one after another, those of other sales meanwhile', async () => {
    for (const sequence of [4, 2, 6]) await report('sale_1', sequence)
    await report('sale_2', 1)
    deliveries.start()
    const [first, other] = [await automation.next(), await automation.next()]
    expect([first.delivery.payload, other.delivery.session_id]).toEqual([{ step: 'step 2' }, 'sale_2'])
    other.answer(done)
    await deliveries.runNow('automation', 'sale_2')
    expect(automation.unseen()).toEqual([])
    first.answer(refused('later'))
    const again = await automation.next()
    expect(again.delivery.payload).toEqual({ step: 'step 2' })
    again.answer(done)
    for (const step of [4, 6]) {
      const next = await automation.next()
      expect(next.delivery.payload).toEqual({ step: `step ${step}` })
      next.answer(done)
    }
  })

  test('a step that was given up does not hold the later ones back', async () => {
    await report('sale_1', 1)
    await report('sale_1', 2)
    deliveries.start()
    ;(await automation.next()).answer(refused('never', 'Gone.'))
    expect((await automation.next()).delivery.payload).toEqual({ step: 'step 2' })
    expect(await firstRow()).toMatchObject({ state: 'parked', reason: 'Gone.', payload: { step: 'step 1' } })
  })

  test('the work of a dead worker is taken over when its lease ends, and its late word counts for nothing', async () => {
    await wantPush('sale_1')
    const [dead] = await claimDeliveries(database.db, { target: 'crm', receiver: 'crm' }, 8, 30_000)
    expect(await claimDeliveries(database.db, { target: 'crm', receiver: 'crm' }, 8, 30_000)).toEqual([])
    await set({ leased_until: '2020-01-01T00:00:00.000Z' })
    deliveries.start()
    const attempt = await crm.next()
    await markDelivered(database.db, dead as never, { ok: true, status: 200, message: null, durationMs: 1 })
    expect(await firstRow()).toMatchObject({ state: 'waiting', lease: attempt.delivery.lease })
    attempt.answer(done)
    expect(await deliveries.runNow('crm', 'sale_1')).toEqual(done)
  })

  test('a failure waits as long as the backoff says, or longer if the other side asks for it', async () => {
    deliveries = newWorker({
      handlers: { crm: { ...crm.handler, backoff: () => 3_600_000 }, automation: automation.handler },
    })
    await wantPush('sale_1')
    for (const [retryAfterMs, hours] of [
      [0, 1],
      [7_200_000, 2],
    ] as const) {
      const outcome = deliveries.runNow('crm', 'sale_1')
      ;(await crm.next()).answer(failed({ retry: 'later', message: 'Busy.', retryAfterMs }))
      expect(await outcome).toMatchObject(failure({ message: 'Busy.' }))
      const { rows: due } = await sql<{ hours: number }>`
        select round(extract(epoch from due_at - now()) / 3600)::integer as hours from deliveries`.execute(
        database.db,
      )
      expect(due).toEqual([{ hours }])
    }
    expect(await firstRow()).toMatchObject({ state: 'waiting', attempts: 2, reason: 'Busy.' })
  })

  test('it is given up when the backoff says so', async () => {
    deliveries = newWorker({
      handlers: { crm: { ...crm.handler, backoff: () => undefined }, automation: automation.handler },
    })
    await wantPush('sale_1')
    const outcome = deliveries.runNow('crm', 'sale_1')
    ;(await crm.next()).answer(refused('later', 'Busy.'))
    await outcome
    expect(await firstRow()).toMatchObject({ state: 'parked', reason: 'Busy.' })
  })

  test('a refusal for good is parked, and tried once more by hand or when the sale moves on', async () => {
    await wantPush('sale_1')
    const first = deliveries.runNow('crm', 'sale_1')
    ;(await crm.next()).answer(refused('never', 'Won by another sale.'))
    await first
    deliveries.start()
    const byHand = deliveries.runNow('crm', 'sale_1')
    ;(await crm.next()).answer(refused('never', 'Still won.'))
    expect(await byHand).toEqual(refused('never', 'Still won.'))
    expect(await firstRow()).toMatchObject({ state: 'parked', reason: 'Still won.', attempts: 2 })
    await wantPush('sale_1', 2)
    deliveries.wake()
    ;(await crm.next()).answer(done)
    await deliveries.runNow('crm', 'sale_1')
    expect(await firstRow()).toMatchObject({ state: 'delivered', reason: null, attempts: 0 })
  })

  test.each([done, refused('never')])(
    'a sale that moved on during its push is pushed again (%o)',
    async (answer) => {
      await wantPush('sale_1', 3)
      deliveries.start()
      const first = await crm.next()
      await wantPush('sale_1', 4)
      first.answer(answer)
      const second = await crm.next()
      expect([first.delivery.wanted, second.delivery.wanted]).toEqual([3, 4])
      expect(await firstRow()).toMatchObject({ delivered: answer.ok ? 3 : 0 })
      second.answer(done)
      await deliveries.runNow('crm', 'sale_1')
      expect(await firstRow()).toMatchObject({ state: 'delivered', delivered: 4 })
    },
  )

  test('who asks for it now joins the running attempt, if that one knows the present state', async () => {
    const heard = overhear(database.db)
    deliveries = newWorker({ db: heard.db })
    await wantPush('sale_1')
    const first = deliveries.runNow('crm', 'sale_1')
    const running = await crm.next()
    const askNow = async () => {
      const asked = heard.answered(1)
      const outcome = deliveries.runNow('crm', 'sale_1')
      await asked
      return { outcome }
    }
    const joined = await askNow()
    await wantPush('sale_1', 2)
    const needsNewer = await askNow()
    running.answer(refused('later', 'First.'))
    expect([await first, await joined.outcome]).toEqual([
      refused('later', 'First.'),
      refused('later', 'First.'),
    ])
    ;(await crm.next()).answer(done)
    expect(await needsNewer.outcome).toEqual(done)
    expect(crm.unseen()).toEqual([])
  })

  test('who asks for it now waits for an attempt in another process', async () => {
    const heard = overhear(database.db)
    deliveries = newWorker({ db: heard.db })
    await wantPush('sale_1')
    const other = newWorker()
    other.start()
    const running = await crm.next()
    const hasLooked = heard.answered(3)
    const outcome = deliveries.runNow('crm', 'sale_1')
    await hasLooked
    running.answer(done)
    expect(await outcome).toEqual(done)
    expect(crm.unseen()).toEqual([])
    await other.stop()
  })

  test('who asks for it now is told when it was erased meanwhile', async () => {
    const heard = overhear(database.db)
    deliveries = newWorker({ db: heard.db })
    await wantPush('sale_1')
    await set({ leased_until: new Date(Date.now() + 60_000).toISOString() })
    const hasLooked = heard.answered(3)
    const outcome = deliveries.runNow('crm', 'sale_1')
    await hasLooked
    await database.db.deleteFrom('deliveries').execute()
    expect(await outcome).toMatchObject(failure({ message: 'It no longer exists.' }))
  })

  test('nothing outstanding counts as delivered', async () => {
    expect(await deliveries.runNow('crm', 'sale_1')).toEqual(done)
  })

  test('an attempt that takes too long is told to end, and tried again', async () => {
    deliveries = newWorker({ attemptMs: 10 })
    await wantPush('sale_1')
    const outcome = deliveries.runNow('crm', 'sale_1')
    const { signal } = await crm.next()
    expect(await outcome).toMatchObject(failure({ retry: 'later' }))
    expect(signal.aborted).toBe(true)
    expect(await firstRow()).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  test('a crash of a target is a failure that says nothing of what was in it', async () => {
    const crash = () => Promise.reject(Object.assign(new Error('bug'), { params: ['Ada Ward'] }))
    deliveries = newWorker({
      handlers: { crm: { deliver: crash, backoff: () => 60_000 }, automation: automation.handler },
    })
    await wantPush('sale_1')
    expect(await deliveries.runNow('crm', 'sale_1')).toMatchObject(failure({ retry: 'later' }))
    expect(logged).toContain('bug')
    expect(logged).not.toContain('Ada')
  })

  test('a worker that stops gives back what it could not finish, and the next one goes on', async () => {
    await wantPush('sale_1')
    await report('sale_2', 1)
    deliveries.start()
    await Promise.all([crm.next(), automation.next()])
    await deliveries.stop()
    expect(await rows()).toMatchObject([
      { state: 'waiting', lease: null, attempts: 0 },
      { state: 'waiting', lease: null, attempts: 0 },
    ])
    deliveries = newWorker()
    deliveries.start()
    ;(await crm.next()).answer(done)
    ;(await automation.next()).answer(done)
    await deliveries.runNow('crm', 'sale_1')
    await deliveries.runNow('automation', 'sale_2')
    expect(await rows()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  test('a worker that stops lets what is about to finish finish', async () => {
    deliveries = newWorker({ drainMs: 5_000 })
    await wantPush('sale_1')
    deliveries.start()
    const { answer } = await crm.next()
    const stopped = deliveries.stop()
    answer(done)
    await stopped
    expect(await firstRow()).toMatchObject({ state: 'delivered' })
  })

  test('every attempt is noted with its outcome, the latest fifty of a delivery', async () => {
    await wantPush('sale_1')
    for (let time = 1; time <= 52; time++) {
      const outcome = deliveries.runNow('crm', 'sale_1')
      ;(await crm.next()).answer(failed({ retry: 'later', message: `Try ${time}.`, status: 503 }))
      await outcome
    }
    const outcome = deliveries.runNow('crm', 'sale_1')
    ;(await crm.next()).answer(done)
    await outcome
    const attempts = await database.db.selectFrom('delivery_attempts').selectAll().orderBy('id').execute()
    expect(attempts.map(({ ok, status, message }) => [ok, status, message])).toEqual([
      ...Array.from({ length: 49 }, (_, index) => [false, 503, `Try ${index + 4}.`]),
      [true, null, null],
    ])
  })

  test('the word of an attempt whose claim went to somebody else is not noted', async () => {
    await wantPush('sale_1')
    deliveries.start()
    const { answer, delivery } = await crm.next()
    await set({ lease: 'b0f1c1a2-0000-4000-8000-000000000000' })
    answer(done)
    await deliveries.stop()
    expect(await firstRow()).toMatchObject({ id: delivery.id, state: 'waiting', delivered: 0 })
    expect(await database.db.selectFrom('delivery_attempts').selectAll().execute()).toEqual([])
  })

  test('a target that keeps silent does not hold up the other', async () => {
    for (let sale = 1; sale <= 20; sale++) await report(`sale_${sale}`, 1)
    await wantPush('sale_1')
    deliveries.start()
    expect((await crm.next()).delivery.session_id).toBe('sale_1')
  })

  test('a receiver that asks for a rest gets one from all sales, in every process, as long as it asked for', async () => {
    await report('sale_1', 1)
    await report('sale_2', 1)
    const outcome = deliveries.runNow('automation', 'sale_1')
    ;(await automation.next()).answer(
      failed({ retry: 'later', message: 'Busy.', receiver: 'rests', retryAfterMs: 3_600_000 }),
    )
    await outcome
    const heard = overhear(database.db)
    const other = newWorker({ db: heard.db })
    const looked = heard.answered(3)
    other.start()
    await looked
    expect(automation.unseen()).toEqual([])
    await sql`update deliveries set due_at = now() - interval '1 minute'`.execute(database.db)
    await sql`update receivers set rests_until = rests_until - interval '1 hour'`.execute(database.db)
    other.wake()
    expect((await automation.next()).delivery.session_id).toBe('sale_1')
    expect((await automation.next()).delivery.session_id).toBe('sale_2')
    await other.stop()
  })

  test('several workers share the work, and nothing is delivered twice', async () => {
    for (let sale = 1; sale <= 60; sale++) await wantPush(`sale_${sale}`)
    const workers = [newWorker(), newWorker(), newWorker()]
    for (const worker of workers) worker.start()
    const sales: string[] = []
    while (sales.length < 60) {
      const { delivery, answer } = await crm.next()
      sales.push(delivery.session_id)
      answer(done)
    }
    for (let sale = 1; sale <= 60; sale++) await deliveries.runNow('crm', `sale_${sale}`)
    for (const worker of workers) await worker.stop()
    expect(new Set(sales).size).toBe(60)
    expect(crm.unseen()).toEqual([])
  })
})
