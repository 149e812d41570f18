import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/schema.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { retryPart } from './states.queries.ts'

const DELIVERIES = 20_000

/** Counts the rows of the table that this connection has read sequentially. */
async function rowsScanned(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'deliveries'`.execute(
    db,
  )
  return rows[0]?.read
}

describe('A long table of deliveries', () => {
  let database: FreshDatabase

  beforeAll(async () => {
    database = await freshDatabase('postgres')
    await sql`
      insert into deliveries (target, session_id, sequence, state, delivered)
      select 'crm', 'sale_' || number, 0, 'delivered', 1 from generate_series(1, ${DELIVERIES}::integer) as number
    `.execute(database.db)
    await sql`vacuum analyze deliveries`.execute(database.db)
  })
  afterAll(() => database?.close())

  test('should not be scanned to retry one delivery', async () => {
    const { id } = await database.db
      .selectFrom('deliveries')
      .select('id')
      .where('session_id', '=', 'sale_77')
      .executeTakeFirstOrThrow()
    await database.db.transaction().execute(async (transaction) => {
      const before = await rowsScanned(transaction)
      expect(await retryPart(transaction, { ids: [id] })).toMatchObject({ rows: [{ id }], next: undefined })
      expect(await rowsScanned(transaction)).toBe(before)
    })
  })
})
