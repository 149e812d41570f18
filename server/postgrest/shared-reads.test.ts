import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPostgres } from '../db/postgres/postgres.ts'
import { freshMigratedUrl } from '../testing/databases.ts'
import { holdLock } from '../testing/held-lock.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }
const WRITES = 200
const READERS = 8
const lead = randomUUID()
const LIST = '/rest/v1/leads?select=household_size&order=id'

let fresh: Awaited<ReturnType<typeof freshMigratedUrl>>
let servers: ServerProcess[]

beforeAll(async () => {
  fresh = await freshMigratedUrl()
  const { db, close } = await openPostgres(fresh.url, console)
  await db
    .insertInto('leads')
    .values({ id: lead, street_address: '1 Mill Road', household_size: 0 } as never)
    .execute()
  await close()
  const start = () => startServerProcess({ DATABASE_URL: fresh.url }, ['--role=api'])
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const server of servers ?? []) server.kill('SIGKILL')
  await Promise.all((servers ?? []).map(({ exitCode }) => exitCode))
  await fresh?.drop()
})

test('answers each read with everything that was written before it, by any process', async () => {
  let written = 0
  const readUntilDone = async (reader: number) => {
    const { url } = servers[reader % servers.length] as ServerProcess
    while (written < WRITES) {
      const before = written
      const [shown] = (await (await fetch(url + LIST, { headers })).json()) as { household_size: number }[]
      expect(shown?.household_size).toBeGreaterThanOrEqual(before)
    }
  }
  const writeAll = async () => {
    for (let size = 1; size <= WRITES; size += 1) {
      const { url } = servers[size % servers.length] as ServerProcess
      const body = JSON.stringify({ household_size: size })
      const { status } = await fetch(`${url}/rest/v1/leads?id=eq.${lead}`, { method: 'PATCH', headers, body })
      expect(status).toBe(204)
      written = size
    }
  }
  await Promise.all([writeAll(), ...Array.from({ length: READERS }, (_, reader) => readUntilDone(reader))])
})

test('asks the database once for identical reads, and refuses a wrong key beside them', async () => {
  const { url } = servers[0] as ServerProcess
  const lock = await holdLock(fresh.url, 'lock table leads')
  const { db, close } = await openPostgres(fresh.url, console)
  const ask = (path: string) => fetch(url + path, { headers })
  const first = ask(LIST)
  await lock.waiter()
  const same = Array.from({ length: 20 }, () => ask(LIST))
  const other = ask('/rest/v1/leads?select=postcode')
  const waiting = async () => {
    const { rows } = await db.executeQuery<{ pid: number }>({
      sql: "select pid from pg_locks where not granted and relation = 'leads'::regclass",
      parameters: [],
    } as never)
    return rows.length
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(2))
  const refused = await fetch(url + LIST, { headers: { apikey: 'wrong' } })
  expect([refused.status, await waiting()]).toEqual([401, 2])
  await lock.release()
  const answers = await Promise.all([first, ...same, other])
  expect(answers.map(({ status }) => status)).toEqual(Array(22).fill(200))
  await close()
})
