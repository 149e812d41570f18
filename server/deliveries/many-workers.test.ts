import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { watchQueries } from './attempts.testing.ts'
import { useDeliveries } from './deliveries.testing.ts'
import { claimDeliveries, claimNow, markDelivered } from './states.queries.ts'

const done = success({})

describe('Workers', () => {
  const { db, crm, automation, deliveries, newWorker, useWorker, wantPush, report, rows, firstRow, set } =
    useDeliveries('postgres')

  test("take over a dead worker's delivery when its lease expires, and ignore its late outcome", async () => {
    await wantPush('sale_1')
    const [dead] = await claimDeliveries(db(), { target: 'crm', receiver: 'crm' }, 8, 30_000)
    expect(await claimDeliveries(db(), { target: 'crm', receiver: 'crm' }, 8, 30_000)).toEqual([])
    await set({ leased_until: '2020-01-01T00:00:00.000Z' })
    deliveries().start()
    const attempt = await crm().next()
    await markDelivered(db(), dead as never, { ok: true, status: 200, message: null, durationMs: 1 })
    expect(await firstRow()).toMatchObject({ state: 'waiting', lease: attempt.delivery.lease })
    attempt.answer(done)
    expect(await deliveries().runNow('crm', 'sale_1')).toEqual(done)
  })

  test('release unfinished deliveries for the next worker when they stop', async () => {
    await wantPush('sale_1')
    await report('sale_2', 1)
    deliveries().start()
    await Promise.all([crm().next(), automation().next()])
    await deliveries().stop()
    expect(await rows()).toMatchObject([
      { state: 'waiting', lease: null, attempts: 0 },
      { state: 'waiting', lease: null, attempts: 0 },
    ])
    useWorker()
    deliveries().start()
    ;(await crm().next()).answer(done)
    ;(await automation().next()).answer(done)
    await deliveries().runNow('crm', 'sale_1')
    await deliveries().runNow('automation', 'sale_2')
    expect(await rows()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
  })

  test('leave a delivery alone after a stop broke it off until the receiver shows what was done there', async () => {
    useWorker({ leaseMs: 7_200_000, handlers: { crm: { ...crm().handler, catchesUpMs: 3_600_000 } } })
    await wantPush('sale_1')
    deliveries().start()
    await crm().next()
    await deliveries().stop()
    expect(await firstRow()).toMatchObject({ state: 'waiting', lease: null, attempts: 0 })
    expect(await claimDeliveries(db(), { target: 'crm', receiver: 'crm' }, 8, 30_000)).toEqual([])
    expect(await claimNow(db(), { id: (await firstRow()).id, wanted: 1 }, 30_000)).toBeUndefined()
    await sql`update deliveries set leased_until = leased_until - interval '1 hour'`.execute(db())
    expect(await claimDeliveries(db(), { target: 'crm', receiver: 'crm' }, 8, 30_000)).toHaveLength(1)
  })

  test('give up an attempt while its lease lasts long enough for the receiver to show what was done there', async () => {
    const slow = { ...crm().handler, catchesUpMs: 3_600_000 }
    useWorker({ leaseMs: 3_600_010, attemptMs: 7_200_000, handlers: { crm: slow } })
    await wantPush('sale_1')
    const message = 'There was no response in time.'
    expect(await deliveries().runNow('crm', 'sale_1')).toMatchObject({ ok: false, failure: { message } })
  })

  test('let an attempt finish during a stop', async () => {
    useWorker({ drainMs: 5_000 })
    await wantPush('sale_1')
    deliveries().start()
    const { answer } = await crm().next()
    const stopped = deliveries().stop()
    answer(done)
    await stopped
    expect(await firstRow()).toMatchObject({ state: 'delivered' })
  })

  test('ignore the outcome of an attempt that lost its lease', async () => {
    await wantPush('sale_1')
    deliveries().start()
    const { answer, delivery } = await crm().next()
    await set({ lease: 'b0f1c1a2-0000-4000-8000-000000000000' })
    answer(done)
    await deliveries().stop()
    expect(await firstRow()).toMatchObject({ id: delivery.id, state: 'waiting', delivered: 0 })
    expect(await db().selectFrom('delivery_attempts').selectAll().execute()).toEqual([])
  })

  test('share the work, and deliver nothing twice', async () => {
    for (let sale = 1; sale <= 60; sale++) await wantPush(`sale_${sale}`)
    const workers = [newWorker(), newWorker(), newWorker()]
    for (const worker of workers) worker.start()
    const sales: string[] = []
    while (sales.length < 60) {
      const { delivery, answer } = await crm().next()
      sales.push(delivery.session_id)
      answer(done)
    }
    for (let sale = 1; sale <= 60; sale++) await deliveries().runNow('crm', `sale_${sale}`)
    for (const worker of workers) await worker.stop()
    expect(new Set(sales).size).toBe(60)
    expect(crm().unseen()).toEqual([])
  })
  test('find a delivery of another process by polling', async () => {
    useWorker({ pollMs: 5 })
    deliveries().start()
    await report('sale_1', 1)
    expect((await automation().next()).delivery.session_id).toBe('sale_1')
  })

  test('should not wait for another target that does not respond', async () => {
    for (let sale = 1; sale <= 20; sale++) await report(`sale_${sale}`, 1)
    await wantPush('sale_1')
    deliveries().start()
    expect((await crm().next()).delivery.session_id).toBe('sale_1')
  })

  test('pause for all sales, in every process, if a receiver asks for a pause', async () => {
    await report('sale_1', 1)
    await report('sale_2', 1)
    const outcome = deliveries().runNow('automation', 'sale_1')
    ;(await automation().next()).answer(
      failed({ retry: 'later', message: 'Busy.', receiver: 'rests', retryAfterMs: 3_600_000 }),
    )
    await outcome
    const watched = watchQueries(db())
    const other = newWorker({ db: watched.db })
    const looked = watched.answered(3)
    other.start()
    await looked
    expect(automation().unseen()).toEqual([])
    await sql`update deliveries set due_at = now() - interval '1 minute'`.execute(db())
    await sql`update receivers set rests_until = rests_until - interval '1 hour'`.execute(db())
    other.wake()
    const resumed = [await automation().next(), await automation().next()]
    expect(resumed.map(({ delivery }) => delivery.session_id).sort()).toEqual(['sale_1', 'sale_2'])
    await other.stop()
  })
})
