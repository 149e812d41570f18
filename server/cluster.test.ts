import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import { REPORT } from './automation/reports.testing.ts'
import { openDatabase } from './db/database.ts'
import type { Database } from './db/handle.ts'
import { freshPostgresUrl } from './testing/databases.ts'
import { startRoundRobin } from './testing/round-robin.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { openStream } from './testing/sse-client.ts'

const KEY = 'public-anon-key'
const MORE_THAN_ONE_TAKES = 12

let empty: Awaited<ReturnType<typeof freshPostgresUrl>>
let database: Database
let automation: ReturnType<typeof slowAutomation>
let env: Record<string, string>
let apis: ServerProcess[]
let workers: ServerProcess[]

const start = (role: string) => startServerProcess(env, [`--role=${role}`])

beforeAll(async () => {
  empty = await freshPostgresUrl()
  automation = slowAutomation()
  env = { DATABASE_URL: empty.url, WEBHOOK_URL: await automation.listen(), ALLOW_PRIVATE_WEBHOOKS: '1' }
  const [a, b, ...others] = await Promise.all(['api', 'api', 'worker', 'worker'].map(start))
  apis = [a, b] as ServerProcess[]
  workers = others
  database = await openDatabase({ databaseUrl: empty.url, dataDir: '' }, console)
})
afterAll(async () => {
  for (const server of [...(apis ?? []), ...(workers ?? [])]) server.kill('SIGKILL')
  automation?.stop()
  await database?.close()
  await empty?.drop()
})

const headers = { apikey: KEY, 'content-type': 'application/json' }
const post = (url: string, path: string, body: object) =>
  fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
const sell = (url: string, session_id: string) => post(url, '/rest/v1/opportunities', { session_id })
const report = (session_id: string) =>
  post(apis[0]?.url ?? '', SALES_PROGRESS_PATH, { ...REPORT, session_id })

test('migrates an empty database once if several processes start together', async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from schema_migrations`.execute(database.db)
  expect(rows[0]?.count).toBeGreaterThan(10)
  for (const { url } of [...apis, ...workers]) expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('streams a sale that one process accepts to the apps that follow another process', async () => {
  const [a, b] = apis as [ServerProcess, ServerProcess]
  const stream = await openStream(`${b.url}/realtime/v1/changes?apikey=${KEY}`)
  await stream.next()
  expect((await sell(a.url, 'seen')).status).toBe(201)
  const [seen] = await stream.nextChanges(1)
  stream.close()
  expect(seen?.change).toMatchObject({ type: 'INSERT', record: { session_id: 'seen' } })
})

test('serves only its health as a worker, and does the work of the other processes', async () => {
  expect((await sell(workers[0]?.url ?? '', 'nobody')).status).toBe(404)
  expect((await sell(apis[1]?.url ?? '', 'pushed')).status).toBe(201)
  await vi.waitFor(async () => {
    const { ghl_opportunity_id } = await database.db
      .selectFrom('opportunities')
      .select('ghl_opportunity_id')
      .where('session_id', '=', 'pushed')
      .executeTakeFirstOrThrow()
    expect(ghl_opportunity_id).not.toBeNull()
  })
})

test('loses nothing if a worker is killed in the middle of its work', async () => {
  const [doomed, other] = workers as [ServerProcess, ServerProcess]
  const sessions = Array.from({ length: MORE_THAN_ONE_TAKES }, (_, number) => `reported-${number}`)
  automation.hold()
  for (const session of sessions) expect((await report(session)).status).toBe(202)
  await vi.waitFor(() => expect(automation.received.size).toBe(MORE_THAN_ONE_TAKES))

  doomed.kill('SIGKILL')
  await doomed.exitCode
  automation.release()
  // As if the dead worker's lease of half a minute had ended.
  await sql`update deliveries set leased_until = now() where state = 'waiting'`.execute(database.db)
  await vi.waitFor(async () => {
    const left = await database.db
      .selectFrom('deliveries')
      .select('session_id')
      .where('state', '<>', 'delivered')
      .execute()
    expect(left).toEqual([])
  })
  expect([...automation.received].sort()).toEqual(sessions.sort())
  workers = [other]
})

test('answers every call while each server is replaced by another', async () => {
  const replacements = await Promise.all(apis.map(() => start('api')))
  const balancer = await startRoundRobin(apis.map(({ url }) => url))
  let replacing = true
  const statuses: number[] = []
  const acknowledged: string[] = []
  const sellOn = async (seller: number) => {
    for (let number = 0; replacing; number++) {
      const { status } = await sell(balancer.url, `sold-${seller}-${number}`)
      statuses.push(status)
      if (status === 201) acknowledged.push(`sold-${seller}-${number}`)
    }
  }
  const selling = Promise.all([1, 2, 3, 4].map(sellOn))
  for (const [index, old] of apis.entries()) {
    balancer.servers.push(replacements[index]?.url ?? '')
    const before = statuses.length
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(before + 20))
    old.kill('SIGTERM')
    expect(await old.exitCode).toBe(0)
    balancer.servers.splice(balancer.servers.indexOf(old.url), 1)
  }
  replacing = false
  await selling
  balancer.stop()
  apis = replacements
  const stored = await database.db
    .selectFrom('opportunities')
    .select('session_id')
    .where('session_id', 'like', 'sold-%')
    .execute()
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect(stored.map(({ session_id }) => session_id).sort()).toEqual(acknowledged.sort())
})

/** An automation service that can hold its answers back for a while. */
function slowAutomation() {
  const received = new Set<string>()
  let waiting: http.ServerResponse[] | undefined
  const server = http.createServer(async (request, response) => {
    const { session_id } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    received.add(session_id)
    response.statusCode = 204
    if (waiting) waiting.push(response)
    else response.end()
  })
  return {
    received,
    hold() {
      waiting = []
    },
    release() {
      for (const response of waiting ?? []) response.end()
      waiting = undefined
    },
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    },
    stop: () => server.close().closeAllConnections(),
  }
}
