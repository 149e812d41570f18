import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPostgres } from '../db/postgres/postgres.ts'
import { freshMigratedUrl } from '../testing/databases.ts'
import { holdLock } from '../testing/held-lock.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }
const WRITES = 150
const READERS = 8
const SALES = '/rest/v1/opportunities?select=session_id'
const LEADS = '/rest/v1/leads?select=household_size'

let fresh: Awaited<ReturnType<typeof freshMigratedUrl>>
let servers: ServerProcess[]

beforeAll(async () => {
  fresh = await freshMigratedUrl()
  const start = () => startServerProcess({ DATABASE_URL: fresh.url }, ['--role=api'])
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const server of servers ?? []) server.kill('SIGKILL')
  await Promise.all((servers ?? []).map(({ exitCode }) => exitCode))
  await fresh?.drop()
})

const urlOf = (turn: number) => servers[turn % servers.length]?.url ?? ''

test('answers each read with everything that any process wrote before it', async () => {
  let written = 0
  const readUntilDone = async (reader: number) => {
    while (written < WRITES) {
      const before = written
      const answer = await fetch(urlOf(reader) + SALES, { headers })
      expect(((await answer.json()) as unknown[]).length).toBeGreaterThanOrEqual(before)
    }
  }
  const writeAll = async () => {
    for (let turn = 1; turn <= WRITES; turn += 1) {
      const body = JSON.stringify({ session_id: `sale-${turn}` })
      const { status } = await fetch(`${urlOf(turn)}/rest/v1/opportunities`, {
        method: 'POST',
        headers,
        body,
      })
      expect(status).toBe(201)
      written = turn
    }
  }
  await Promise.all([writeAll(), ...Array.from({ length: READERS }, (_, reader) => readUntilDone(reader))])
})

test('queries the database once for identical reads, and refuses one with a wrong key', async () => {
  const lock = await holdLock(fresh.url, 'lock table leads')
  const { db, close } = await openPostgres(fresh.url, console)
  const waiting = async (column: string) => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like ${`%${column}%`}`.execute(
      db,
    )
    return rows.length
  }
  const ask = (path: string) => fetch(urlOf(0) + path, { headers })
  const first = ask(LEADS)
  await vi.waitFor(async () => expect(await waiting('household_size')).toBe(1))
  const same = Array.from({ length: 20 }, () => ask(LEADS))
  const other = ask('/rest/v1/leads?select=postcode')
  await vi.waitFor(async () => expect(await waiting('postcode')).toBe(1))
  const refused = await fetch(urlOf(0) + LEADS, { headers: { apikey: 'wrong' } })
  expect([refused.status, await waiting('household_size')]).toEqual([401, 1])
  await lock.release()
  const answers = await Promise.all([first, ...same, other])
  expect(answers.map(({ status }) => status)).toEqual(Array(22).fill(200))
  await close()
})
