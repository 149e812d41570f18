import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshEmbeddedFolder } from '../../testing/databases.ts'
import { serve } from '../../testing/run-doorstep.ts'
import { openEmbedded } from './embedded.ts'

let folder: string
beforeEach(async () => {
  folder = await freshEmbeddedFolder()
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test('answers /healthz while a slow pattern keeps the database busy', async () => {
  const served = await serve({ DATA_DIR: folder })
  await sql`insert into leads (street_address, postcode, voucher_value, notes)
    select n || ' High St', '', 1, repeat('a', 10000) from generate_series(1, 60) n`.execute(served.db)
  const order: string[] = []
  const pattern = `${'*aaa'.repeat(49)}*b`
  const read = served
    .call('GET', `/rest/v1/leads?select=id&notes=like.${pattern}`)
    .then(() => order.push('read'))
  await served.call('GET', '/healthz').then(() => order.push('healthz'))
  await read
  await served.stop()
  expect(order).toEqual(['healthz', 'read'])
})

test('keeps the code and the constraint of an error, but not the values', async () => {
  const { db, close } = await openEmbedded(folder)
  const insert = sql`insert into opportunities (session_id, status, customer_name) values ('a', 'none', 'Ada Ward')`
  const error = await insert.execute(db).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '23514', severity: 'ERROR', table: 'opportunities' })
  expect(JSON.stringify({ ...(error as object), message: (error as Error).message })).not.toContain('Ada')
  await close()
})

test('keeps queries of other callers out of a transaction', async () => {
  const { db, close } = await openEmbedded(folder)
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const transaction = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '7min'`.execute(tx)
    begun.resolve()
    await mayEnd.promise
    return sql<{ statement_timeout: string }>`show statement_timeout`.execute(tx)
  })
  await begun.promise
  const outside = sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
  mayEnd.resolve()
  expect((await transaction).rows).toEqual([{ statement_timeout: '7min' }])
  expect((await outside).rows).toEqual([{ statement_timeout: '0' }])
  await close()
})

test('reports a transaction that could not be committed, and goes on', async () => {
  const { db, close } = await openEmbedded(folder)
  const transaction = db.transaction().execute((tx) => sql`select 1 / 0`.execute(tx).catch(() => 'ignored'))
  await expect(transaction).rejects.toMatchObject({ code: '25P02' })
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
})

test('sends no more requests to a database that has given up, and recovers at the next start', async () => {
  const { db, gaveUp, close } = await openEmbedded(folder)
  const saved = sql`insert into leads (street_address, postcode, voucher_value) values ('1 High St', '', 1)`
  await saved.execute(db)
  const wal = path.join(folder, 'postgres/pg_wal')
  fs.renameSync(wal, `${wal}.away`)
  await expect(sql`select pg_switch_wal()`.execute(db).then(() => saved.execute(db))).rejects.toMatchObject({
    severity: 'PANIC',
  })
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ severity: 'PANIC' })
  await expect(gaveUp).resolves.toBeInstanceOf(Error)
  await close()
  fs.renameSync(`${wal}.away`, wal)
  const next = await openEmbedded(folder)
  expect(await next.db.selectFrom('leads').select('street_address').execute()).toContainEqual({
    street_address: '1 High St',
  })
  await next.close()
})
