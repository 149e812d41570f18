import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../testing/databases.ts'

test('a statement is planned once, unless it looks for a pattern', async () => {
  const database = await freshDatabase('postgres')
  const prepared = await database.db.connection().execute(async (db) => {
    for (const street of ['1 High St', '2 High St']) {
      await sql`select id from leads where street_address = ${street}`.execute(db)
      await sql`select id from leads where street_address ilike ${street}`.execute(db)
    }
    return (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows
  })
  await database.close()
  expect(prepared).toEqual([{ statement: 'select id from leads where street_address = $1' }])
})
