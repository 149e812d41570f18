import { describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { DATABASES } from '../testing/databases.ts'
import { watchQueries } from './attempts.testing.ts'
import { useDeliveries } from './deliveries.testing.ts'
import type { DeliveryFailure } from './handler.ts'

const done = success({})
const refused = (retry: 'later' | 'never', message = 'No.') => failed({ retry, message })
const failure = (expected: Partial<DeliveryFailure>) => ({ ok: false, failure: expected })

describe.each(DATABASES)('A delivery on request on the %s database', (kind) => {
  const { db, crm, deliveries, newWorker, useWorker, wantPush, set } = useDeliveries(kind)

  test('joins the running attempt if that covers the current state', async () => {
    const watched = watchQueries(db())
    useWorker({ db: watched.db })
    await wantPush('sale_1')
    const first = deliveries().runNow('crm', 'sale_1')
    const running = await crm().next()
    const askNow = async () => {
      const asked = watched.answered(1)
      const outcome = deliveries().runNow('crm', 'sale_1')
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
    ;(await crm().next()).answer(done)
    expect(await needsNewer.outcome).toEqual(done)
    expect(crm().unseen()).toEqual([])
  })

  test('waits for an attempt in another process', async () => {
    const watched = watchQueries(db())
    useWorker({ db: watched.db })
    await wantPush('sale_1')
    const other = newWorker()
    other.start()
    const running = await crm().next()
    const hasLooked = watched.answered(3)
    const outcome = deliveries().runNow('crm', 'sale_1')
    await hasLooked
    running.answer(done)
    expect(await outcome).toEqual(done)
    expect(crm().unseen()).toEqual([])
    await other.stop()
  })

  test('returns a failure if the sale is erased meanwhile', async () => {
    const watched = watchQueries(db())
    useWorker({ db: watched.db })
    await wantPush('sale_1')
    await set({ leased_until: new Date(Date.now() + 60_000).toISOString() })
    const hasLooked = watched.answered(3)
    const outcome = deliveries().runNow('crm', 'sale_1')
    await hasLooked
    await db().deleteFrom('deliveries').execute()
    expect(await outcome).toMatchObject(failure({ message: 'It no longer exists.' }))
  })

  test('returns success if nothing is outstanding', async () => {
    expect(await deliveries().runNow('crm', 'sale_1')).toEqual(done)
  })
})
