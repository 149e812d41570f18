import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { useDeliveries } from './deliveries.testing.ts'
import type { DeliveryFailure } from './handler.ts'

const done = success({})
const refused = (retry: 'later' | 'never', message = 'No.') => failed({ retry, message })
const failure = (expected: Partial<DeliveryFailure>) => ({ ok: false, failure: expected })

describe('A delivery that fails', () => {
  const { db, crm, automation, deliveries, useWorker, logged, wantPush, firstRow } = useDeliveries('postgres')

  test('waits as long as the backoff says, or longer if the receiver asks for it', async () => {
    useWorker({
      handlers: { crm: { ...crm().handler, backoff: () => 3_600_000 }, automation: automation().handler },
    })
    await wantPush('sale_1')
    for (const [retryAfterMs, hours] of [
      [0, 1],
      [7_200_000, 2],
    ] as const) {
      const outcome = deliveries().runNow('crm', 'sale_1')
      ;(await crm().next()).answer(failed({ retry: 'later', message: 'Busy.', retryAfterMs }))
      expect(await outcome).toMatchObject(failure({ message: 'Busy.' }))
      const { rows: due } = await sql<{ hours: number }>`
        select round(extract(epoch from due_at - now()) / 3600)::integer as hours from deliveries`.execute(
        db(),
      )
      expect(due).toEqual([{ hours }])
    }
    expect(await firstRow()).toMatchObject({ state: 'waiting', attempts: 2, reason: 'Busy.' })
  })

  test('is parked if the backoff gives up', async () => {
    useWorker({
      handlers: { crm: { ...crm().handler, backoff: () => undefined }, automation: automation().handler },
    })
    await wantPush('sale_1')
    const outcome = deliveries().runNow('crm', 'sale_1')
    ;(await crm().next()).answer(refused('later', 'Busy.'))
    await outcome
    expect(await firstRow()).toMatchObject({ state: 'parked', reason: 'Busy.' })
  })

  test('is parked if refused permanently, and retried by hand or if the sale changes', async () => {
    await wantPush('sale_1')
    const first = deliveries().runNow('crm', 'sale_1')
    ;(await crm().next()).answer(refused('never', 'Won by another sale.'))
    await first
    deliveries().start()
    const byHand = deliveries().runNow('crm', 'sale_1')
    ;(await crm().next()).answer(refused('never', 'Still won.'))
    expect(await byHand).toEqual(refused('never', 'Still won.'))
    expect(await firstRow()).toMatchObject({ state: 'parked', reason: 'Still won.', attempts: 2 })
    await wantPush('sale_1', 2)
    deliveries().wake()
    ;(await crm().next()).answer(done)
    await deliveries().runNow('crm', 'sale_1')
    expect(await firstRow()).toMatchObject({ state: 'delivered', reason: null, attempts: 0 })
  })

  test('is aborted if it takes too long, and retried', async () => {
    useWorker({ attemptMs: 10 })
    await wantPush('sale_1')
    const outcome = deliveries().runNow('crm', 'sale_1')
    const { signal } = await crm().next()
    expect(await outcome).toMatchObject(failure({ retry: 'later' }))
    expect(signal.aborted).toBe(true)
    expect(await firstRow()).toMatchObject({ state: 'waiting', attempts: 1 })
  })

  test.each(['takes too long', 'crashes'])(
    'is not retried before the receiver shows what was done there, if it %s',
    async (how) => {
      const deliver = how === 'crashes' ? () => Promise.reject(new Error('bug')) : crm().handler.deliver
      const slow = { deliver, backoff: () => 0, catchesUpMs: 3_600_000 }
      useWorker({ attemptMs: 10, leaseMs: 7_200_000, handlers: { crm: slow } })
      await wantPush('sale_1')
      await deliveries().runNow('crm', 'sale_1')
      const { rows: due } = await sql<{ hours: number }>`
        select round(extract(epoch from due_at - now()) / 3600)::integer as hours from deliveries`.execute(
        db(),
      )
      expect(due).toEqual([{ hours: 1 }])
    },
  )

  test('is retried after a crash, which is logged without personal data', async () => {
    const crash = () => Promise.reject(Object.assign(new Error('bug'), { params: ['Ada Ward'] }))
    useWorker({
      handlers: { crm: { deliver: crash, backoff: () => 60_000 }, automation: automation().handler },
    })
    await wantPush('sale_1')
    expect(await deliveries().runNow('crm', 'sale_1')).toMatchObject(failure({ retry: 'later' }))
    expect(logged()).toContain('bug')
    expect(logged()).not.toContain('Ada')
  })

  test('records its latest fifty attempts with their outcomes', async () => {
    await wantPush('sale_1')
    for (let time = 1; time <= 52; time++) {
      const outcome = deliveries().runNow('crm', 'sale_1')
      ;(await crm().next()).answer(failed({ retry: 'later', message: `Try ${time}.`, status: 503 }))
      await outcome
    }
    const outcome = deliveries().runNow('crm', 'sale_1')
    ;(await crm().next()).answer(done)
    await outcome
    const attempts = await db().selectFrom('delivery_attempts').selectAll().orderBy('id').execute()
    expect(attempts.map(({ ok, status, message }) => [ok, status, message])).toEqual([
      ...Array.from({ length: 49 }, (_, index) => [false, 503, `Try ${index + 4}.`]),
      [true, null, null],
    ])
  })
})
