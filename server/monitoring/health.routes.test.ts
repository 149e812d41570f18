import fs from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { healthRoutes } from './health.routes.ts'

describe.each(DATABASES)('on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  let stopping: AbortController
  beforeEach(async () => {
    database = await freshDatabase(kind)
    app = Fastify()
    stopping = new AbortController()
    await app.register(healthRoutes({ database, log: app.log, stopping }))
  })
  afterEach(() => database?.close())

  const ask = async (path: string) => {
    const answer = await app.inject(path)
    return [answer.statusCode, answer.json()]
  }

  test('a server with an up-to-date database lives and is ready', async () => {
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toEqual([200, { status: 'ready' }])
  })

  test('a server whose database lacks a migration is not ready', async () => {
    await sql`delete from schema_migrations where name like '0006%'`.execute(database.db)
    expect(await ask('/readyz')).toEqual([
      503,
      { status: 'unready', reason: 'The schema of the database is behind.' },
    ])
  })

  test('a server that stops lives, and is not ready for more', async () => {
    stopping.abort()
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toEqual([503, { status: 'unready', reason: 'The server is stopping.' }])
  })

  test('a server whose database is broken lives, and is not ready', async () => {
    await sql`drop table schema_migrations`.execute(database.db)
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toEqual([
      503,
      { status: 'unready', reason: 'The database does not answer.' },
    ])
  })
})

test('an embedded database is not ready while its disk is full, and ready once there is room', async () => {
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
