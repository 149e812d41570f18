import { describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { countDeliveries, findOverdue } from '../monitoring/metrics.queries.ts'
import { releaseSale } from '../sales/holds.queries.ts'
import { DATABASES } from '../testing/databases.ts'
import { findUpcoming } from './deliveries.queries.ts'
import { useDeliveries } from './deliveries.testing.ts'
import { HELD_REASON } from './held.queries.ts'
import { claimDeliveries, ensureCrmPush, queueCrmPushAgain, retryPart } from './states.queries.ts'

const done = success({})
const held = failed({ retry: 'later', message: HELD_REASON })
const CRM = { target: 'crm', receiver: 'crm' } as const

describe.each(DATABASES)('Deliveries of held sales on the %s database', (kind) => {
  const { db, crm, automation, deliveries, wantPush, report, rows, set: setRow } = useDeliveries(kind)
  const set = (values: object) => setRow(values as never)

  async function hold(session_id: string) {
    const sale = { session_id, hold: 'phone-suspended' as const }
    await db()
      .insertInto('opportunities')
      .values(sale)
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ hold: sale.hold }))
      .execute()
  }
  const release = (session_id: string) =>
    db()
      .transaction()
      .execute((transaction) => releaseSale(transaction, session_id))
  const queue = (target: string, session_id: string) =>
    db()
      .insertInto('deliveries')
      .values({ target, session_id } as never)
      .execute()
  const claimed = async () => (await claimDeliveries(db(), CRM, 8, 30_000)).map((one) => one.session_id)
  const upcoming = async () => (await findUpcoming(db(), ['crm']))[0]

  test('are not claimed, while those of other sales are claimed in order', async () => {
    await hold('sale_held')
    await wantPush('sale_held')
    await wantPush('sale_1')
    expect(await claimed()).toEqual(['sale_1'])
    expect(await claimed()).toEqual([])
  })

  test('are not due: the worker does not look again at once, and nothing is overdue', async () => {
    await hold('sale_held')
    await wantPush('sale_held')
    expect(await upcoming()).toEqual({ target: 'crm', isDue: false, nextDueMs: null })
    expect(await findOverdue(db(), CRM)).toBe(0)
    expect(await countDeliveries(db())).toEqual([])
    await release('sale_held')
    expect(await upcoming()).toMatchObject({ isDue: true })
  })

  test('are not claimed after a lease has expired, or a worker has stopped', async () => {
    await wantPush('sale_claimed')
    expect(await claimed()).toEqual(['sale_claimed'])
    await hold('sale_claimed')
    await set({ leased_until: '2020-01-01T00:00:00.000Z' })
    expect(await claimed()).toEqual([])
  })

  test('are not run on request in any state, and the outcome says why', async () => {
    await hold('sale_held')
    await wantPush('sale_held')
    await report('sale_held', 1)
    for (const state of ['waiting', 'parked'] as const) {
      await set({ state })
      expect(await deliveries().runNow('crm', 'sale_held')).toEqual(held)
      expect(await deliveries().runNow('automation', 'sale_held')).toEqual(held)
    }
    expect([...crm().unseen(), ...automation().unseen()]).toEqual([])
  })

  test.each([
    ['all that are parked', { target: 'crm', state: 'parked' }],
    ['all that are outstanding', { target: 'crm', state: 'outstanding' }],
    ['those of the sale', { target: 'crm', session_id: 'sale_held' }],
  ] as const)('wait even if a person retries %s', async (_which, which) => {
    await hold('sale_held')
    await wantPush('sale_held')
    await set({ state: 'parked', attempts: 1 })
    expect((await retryPart(db(), which)).rows).toHaveLength(1)
    expect(await claimed()).toEqual([])
  })

  test('wait even if a person retries them by their ids, including delivered ones', async () => {
    await hold('sale_held')
    await wantPush('sale_held')
    await set({ state: 'delivered', delivered: 1 })
    await retryPart(db(), { ids: (await rows()).map(({ id }) => id) })
    expect(await claimed()).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'waiting', delivered: 0 }])
  })

  test('wait even if the CRM or a phone asks for a push', async () => {
    await hold('sale_held')
    await ensureCrmPush(db(), 'sale_held')
    expect(await claimed()).toEqual([])
    await set({ state: 'delivered', delivered: 1 })
    await ensureCrmPush(db(), 'sale_held')
    expect(await claimed()).toEqual([])
    await queueCrmPushAgain(db(), 'sale_held')
    expect(await claimed()).toEqual([])
  })

  test('wait at every target except the seal and the visits', async () => {
    await hold('sale_held')
    const targets = ['crm', 'automation', 'copy', 'acknowledgement', 'seal', 'visits'] as const
    for (const target of targets) await queue(target, 'sale_held')
    const taken: string[] = []
    for (const target of targets)
      taken.push(
        ...(await claimDeliveries(db(), { target, receiver: target }, 8, 30_000)).map((one) => one.target),
      )
    expect(taken).toEqual(['seal', 'visits'])
  })

  test('go once they are released, each once and in order, whatever delay they had', async () => {
    await hold('sale_held')
    await wantPush('sale_held')
    await report('sale_held', 1)
    await report('sale_held', 2)
    await set({ due_at: '2100-01-01T00:00:00.000Z' })
    deliveries().start()
    await release('sale_held')
    deliveries().wake()
    ;(await crm().next()).answer(done)
    const first = await automation().next()
    expect([first.delivery.sequence, automation().unseen()]).toEqual([1, []])
    first.answer(done)
    const second = await automation().next()
    expect(second.delivery.sequence).toBe(2)
    second.answer(done)
    await deliveries().runNow('crm', 'sale_held')
    await deliveries().runNow('automation', 'sale_held')
    expect((await rows()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
    expect([...crm().unseen(), ...automation().unseen()]).toEqual([])
  })
})
