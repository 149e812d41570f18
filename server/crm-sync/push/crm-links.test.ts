import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../db/schema.ts'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import { claimDeliveries } from '../../deliveries/states.queries.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { announceLink, completeLink, recordWrite } from './crm-links.queries.ts'
import { forgetSales, writeSale } from './sales.testing.ts'

let database: FreshDatabase
let db: Db

beforeAll(async () => {
  database = await freshDatabase('postgres')
  db = database.db
})
afterAll(() => database?.close())
beforeEach(() => forgetSales(db))

const linkOf = (sessionId: string) => ({
  provider: 'sandbox' as const,
  sessionId,
  leadId: null,
  contactId: 'contact_1',
  opportunityId: 'opportunity_1',
})

/** Stores a sale and begins its push. Returns the delivery. */
async function beginPush(sessionId: string): Promise<Delivery> {
  await writeSale(db, { session_id: sessionId, lead_id: null })
  const [delivery] = await claimDeliveries(db, { target: 'crm', receiver: 'crm' }, 1, 60_000)
  await announceLink(db, linkOf(sessionId))
  if (!delivery) throw new Error('Nothing was due.')
  return delivery
}

/** Locks the row of a sale until it is released, as a write does. */
async function holdSale(sessionId: string) {
  const isHeld = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const held = db.transaction().execute(async (transaction) => {
    await sql`select from opportunities where session_id = ${sessionId} for update`.execute(transaction)
    isHeld.resolve()
    await end.promise
  })
  await isHeld.promise
  return {
    async release() {
      end.resolve()
      await held
    },
  }
}

async function untilWaiting(count: number): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(db)).rows[0]?.count !== count) await new Promise(setImmediate)
}

test('A push does not lock its delivery while it waits for a write to its sale', async () => {
  const delivery = await beginPush('sale_1')
  await completeLink(db, linkOf('sale_1'))
  const sale = await holdSale('sale_1')
  const recording = recordWrite(db, { delivery, opportunityId: 'opportunity_1', overwritten: 0 })
  await untilWaiting(1)
  const { rows } = await sql`select id from deliveries for update skip locked`.execute(db)
  await sale.release()
  expect(await recording).toBe('held')
  expect(rows).toEqual([{ id: delivery.id }])
})

test('A sale is parked if another supersedes it while its push is being recorded', async () => {
  const former = await beginPush('sale_1')
  await completeLink(db, linkOf('sale_1'))
  await beginPush('sale_2')
  const sale = await holdSale('sale_1')
  const recording = recordWrite(db, { delivery: former, opportunityId: 'opportunity_1', overwritten: 0 })
  await untilWaiting(1)
  const taking = completeLink(db, linkOf('sale_2'))
  await untilWaiting(2)
  await sale.release()
  expect([await recording, await taking]).toEqual(['held', { tookOver: true }])
  const { rows } = await sql`
    select state, ghl_opportunity_id from deliveries join opportunities using (session_id)
    where session_id = 'sale_1'`.execute(db)
  expect(rows).toEqual([{ state: 'parked', ghl_opportunity_id: null }])
})
