import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/schema.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { queueAgain } from './repair.queries.ts'

const DELIVERIES = 20_000

/** How many rows of the ledger this connection has read just because they are there. */
async function rowsReadInPassing(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'deliveries'`.execute(
    db,
  )
  return rows[0]?.read
}

describe.each(DATABASES)('A long ledger in the %s database', (kind) => {
  let database: FreshDatabase

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await sql`
      insert into deliveries (target, session_id, sequence, state, delivered)
      select 'crm', 'sale_' || number, 0, 'delivered', 1 from generate_series(1, ${DELIVERIES}::integer) as number
    `.execute(database.db)
    await sql`vacuum analyze deliveries`.execute(database.db)
  })
  afterAll(() => database.close())

  test('is not read from end to end to try one delivery again', async () => {
    const { id } = await database.db
      .selectFrom('deliveries')
      .select('id')
      .where('session_id', '=', 'sale_77')
      .executeTakeFirstOrThrow()
    await database.db.transaction().execute(async (transaction) => {
      const before = await rowsReadInPassing(transaction)
      expect(await queueAgain(transaction, { ids: [id] })).toMatchObject({ queued: 1 })
      expect(await rowsReadInPassing(transaction)).toBe(before)
    })
  })
})
