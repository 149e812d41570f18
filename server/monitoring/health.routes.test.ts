import fs from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { healthRoutes } from './health.routes.ts'

describe.each(DATABASES)('The health of a server on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  let stopping: AbortController
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    app = Fastify()
    stopping = new AbortController()
    await app.register(healthRoutes({ database, log: app.log, stopping }))
  })

  const ask = async (path: string) => {
    const answer = await app.inject(path)
    return [answer.statusCode, answer.json()]
  }

  test('is live and ready if its schema is up to date', async () => {
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toEqual([200, { status: 'ready' }])
  })

  test('is not ready if a migration is missing', async () => {
    await sql`update schema_migrations set name = '-' || name where name like '0006%'`.execute(database.db)
    expect(await ask('/readyz')).toEqual([
      503,
      { status: 'unready', reason: 'The database schema is out of date.' },
    ])
    await sql`update schema_migrations set name = substr(name, 2) where name like '-%'`.execute(database.db)
  })

  test('is live but not ready if it is stopping', async () => {
    stopping.abort()
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toEqual([503, { status: 'unready', reason: 'The server is stopping.' }])
  })

  test('is live but not ready if the database is broken', async () => {
    await sql`alter table schema_migrations rename to schema_migrations_away`.execute(database.db)
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toEqual([
      503,
      { status: 'unready', reason: 'The database does not answer.' },
    ])
    await sql`alter table schema_migrations_away rename to schema_migrations`.execute(database.db)
  })
})

test('A server is not ready if the disk of its embedded database is full', async () => {
  const database = await freshDatabase('embedded')
  const app = Fastify()
  await app.register(healthRoutes({ database, log: app.log, stopping: new AbortController() }))
  const full = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 100, bsize: 4096 } as fs.StatsFs)
  const refused = await app.inject('/readyz')
  expect([refused.statusCode, refused.json().reason]).toEqual([503, 'The disk of the database is full.'])
  full.mockRestore()
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  await database.close()
})
