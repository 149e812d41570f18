import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { rowsReadBy } from '../testing/rows-read.ts'
import { findUpcoming } from './deliveries.queries.ts'
import { claimDeliveries } from './states.queries.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('postgres')
})
afterAll(() => database?.close())

test('a look and a claim read no more rows if 2,000 pushes wait, even if the database expects none', async () => {
  const { db } = database
  const queue = (sales: string, state: string) =>
    sql`with sale as (
        insert into opportunities (session_id) select ${sales} || n from generate_series(1, 2000) n
        returning session_id)
      insert into deliveries (target, session_id, state) select 'crm', session_id, ${state} from sale`.execute(
      db,
    )
  const look = () => findUpcoming(db, ['crm'])
  const claim = () => claimDeliveries(db, { target: 'crm', receiver: 'crm' }, 1, 60_000)

  await queue('delivered_', 'delivered')
  await sql`analyze`.execute(db)
  // PostgreSQL keeps the plan of a statement after planning it a few times.
  for (let times = 0; times < 10; times++) {
    await look()
    await claim()
  }
  await queue('waiting_', 'waiting')
  expect(await rowsReadBy(db, look)).toBeLessThan(100)
  expect(await rowsReadBy(db, claim)).toBeLessThan(100)
})
