import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { success } from '#domain/kernel/result.ts'
import { createLog } from '../log.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { answeredByHand } from './attempts.testing.ts'
import { createDeliveries } from './deliveries.ts'
import type { DeliveryHandler } from './handler.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('embedded')
})
beforeEach(() => database.db.deleteFrom('deliveries').execute())
afterAll(() => database?.close())

const workerOf = (crm: DeliveryHandler, phonesWait = () => false) =>
  createDeliveries({
    db: database.db,
    log: createLog('silent'),
    handlers: { crm, automation: answeredByHand().handler },
    phonesWait,
    pollMs: 3_600_000,
    drainMs: 0,
  })

test('starts one push while phones wait, and the others once they no longer wait', async () => {
  const { db } = database
  const crm = answeredByHand()
  let phonesWait = true
  const deliveries = workerOf(crm.handler, () => phonesWait)
  await sql`
    insert into deliveries (target, session_id, wanted)
    select 'crm', 'sale_' || n, 1 from generate_series(1, 6) n`.execute(db)
  const countBegun = async () =>
    (await db.selectFrom('deliveries').select('id').where('lease', 'is not', null).execute()).length

  deliveries.start()
  const first = await crm.next()
  expect(await countBegun()).toBe(1)
  phonesWait = false
  first.answer(success({}))
  for (let begun = 1; begun < 6; begun += 1) await crm.next()
  expect(await countBegun()).toBe(5)
  await deliveries.stop()
})

test('starts a delivery when it is due, long before the next poll', async () => {
  const { db } = database
  const crm = answeredByHand()
  const deliveries = workerOf(crm.handler)
  await sql`
    insert into deliveries (target, session_id, wanted, due_at)
    values ('crm', 'first', 1, now()), ('crm', 'second', 1, now() + interval '200 milliseconds')`.execute(db)
  deliveries.start()
  const attempt = await crm.next()
  expect(attempt.delivery.session_id).toBe('first')
  expect((await crm.next()).delivery.session_id).toBe('second')
  attempt.answer(success({}))
  await deliveries.stop()
})

test('requests run between deliveries, however fast those are', async () => {
  const many = 50
  await sql`
    insert into deliveries (target, session_id, wanted)
    select 'crm', 'sale_' || n, 1 from generate_series(1, ${many}::integer) n`.execute(database.db)
  const { promise: allDelivered, resolve } = Promise.withResolvers<void>()
  let delivered = 0
  let turns = 0
  const atOnce = async () => {
    delivered += 1
    if (delivered === many) resolve()
    return success({})
  }
  const deliveries = workerOf({ backoff: () => 0, deliver: atOnce })
  deliveries.start()
  const serving = (async () => {
    for (; delivered < many; turns += 1) await setImmediate()
  })()
  await Promise.all([allDelivered, serving])
  await deliveries.stop()
  // Deliveries that run at once share one turn.
  expect(turns).toBeGreaterThanOrEqual(many / 10)
})
