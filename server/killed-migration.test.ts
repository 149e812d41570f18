import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations } from './db/migrate.ts'
import { migrate } from './db/postgres/postgres.ts'
import { type FreshPostgres, freshFolder, freshPostgresUrl } from './testing/databases.ts'
import { holdLock } from './testing/held-lock.ts'
import { serve } from './testing/run-doorstep.ts'
import { launchServerProcess } from './testing/server-process.ts'

const FOLDER = path.join(import.meta.dirname, 'db', 'migrations')
const FILES = fs.readdirSync(FOLDER).sort()
const FIRST_NEW = '0014'
/** The first new migration that needs the table of deliveries. */
const WAITING = '0015'

let postgres: FreshPostgres
beforeEach(async () => {
  postgres = await freshPostgresUrl()
  const folder = freshFolder()
  for (const name of FILES.filter((name) => name < FIRST_NEW))
    fs.copyFileSync(path.join(FOLDER, name), path.join(folder, name))
  await migrate(new pg.Client(postgres.url), (session) => applyMigrations(session, folder))
  fs.rmSync(folder, { recursive: true })
})
afterEach(() => postgres?.drop())

async function applied(): Promise<string[]> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query('select name from schema_migrations order by name')
  await client.end()
  return rows.map(({ name }) => name)
}

test('if a process is killed during a migration, the next one finishes it and serves', async () => {
  const lock = await holdLock(postgres.url, 'lock table deliveries in access share mode')
  const doomed = launchServerProcess({ DATABASE_URL: postgres.url })
  const neverReady = expect(doomed.ready).rejects.toThrow('before it was ready')
  const migration = await lock.waiter()
  doomed.kill('SIGKILL')
  await doomed.exitCode
  await neverReady
  await lock.giveUp(migration)
  await lock.release()
  expect(await applied()).toEqual(FILES.filter((name) => name < WAITING))

  const next = await serve({ DATABASE_URL: postgres.url })
  expect((await fetch(`${next.url}/readyz`)).status).toBe(200)
  expect(await applied()).toEqual([...FILES, expect.stringMatching(/^repeatable-/)])
  await next.stop()
})
