import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VISITS_PATH } from '#protocol/visits.ts'
import type { Context } from '../../context.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { rowsReadBy } from '../../testing/rows-read.ts'
import { visitsRoutes } from './visits.routes.ts'

const app = Fastify()
let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase('embedded')
  const context = { callers: keyHolders('key'), db: database.db, changeFeed: { wake() {} } }
  app.register(visitsRoutes(context as unknown as Context))
})
afterAll(async () => {
  await app.close()
  await database.close()
})

/** Adds leads, each with a visited door, until there are this many. Returns one of them. */
async function grow(count: number): Promise<string> {
  const { db } = database
  await sql`
    insert into leads (street_address, postcode)
    select n || ' Mill Road', 'LL79 1AB' from generate_series(1, ${count} - (select count(*) from leads)) n`.execute(
    db,
  )
  await sql`
    insert into doors (lead_id, area, state, tries) select id, '', 'no-answer', 1 from leads on conflict do nothing`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  return (await db.selectFrom('leads').select('id').limit(1).executeTakeFirstOrThrow()).id
}

async function rowsReadByVisit(lead_id: string): Promise<number> {
  const visit = async () => {
    const body = { id: randomUUID(), lead_id, outcome: 'refused', occurred_at: new Date().toISOString() }
    const answer = await app.inject({ method: 'POST', url: VISITS_PATH, headers: { apikey: 'key' }, body })
    expect(answer.statusCode).toBe(200)
  }
  await visit()
  return rowsReadBy(database.db, visit)
}

test('a visit reads no more rows with 2,000 leads than with 100', async () => {
  const few = await rowsReadByVisit(await grow(100))
  const many = await rowsReadByVisit(await grow(2_000))
  expect(few).toBeGreaterThan(0)
  expect(many).toBeLessThanOrEqual(few + 10)
})
