import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/database.ts'
import type { Database } from '../db/handle.ts'
import { openProxy, type TcpProxy } from '../testing/cuttable-connection.ts'
import { freshPostgresUrl } from '../testing/databases.ts'
import { type FollowedChannel, openOfficialClient } from '../testing/official-client.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'

const KEY = 'public-anon-key'
const ROUNDS = Number(process.env.ROUNDS ?? 20)
const SALES = [{ table: 'opportunities' }]

let empty: Awaited<ReturnType<typeof freshPostgresUrl>>
let database: Database
const processes: ServerProcess[] = []
const clients: ReturnType<typeof openOfficialClient>[] = []

const startApi = async () => {
  const started = await startServerProcess({ DATABASE_URL: empty.url }, ['--role=api'])
  processes.push(started)
  return started
}
const open = (url: string) => {
  const client = openOfficialClient(url, KEY)
  clients.push(client)
  return client
}
const sell = async (url: string, session_id: string) => {
  const headers = { apikey: KEY, 'content-type': 'application/json' }
  const body = JSON.stringify({ session_id })
  const { status } = await fetch(`${url}/rest/v1/opportunities`, { method: 'POST', headers, body })
  expect(status).toBe(201)
}
const portOf = ({ url }: ServerProcess) => Number(new URL(url).port)
const sessionsOf = (changes: FollowedChannel['seen']) => changes.map(({ new: row }) => row.session_id)
/** Returns the sessions of all changes, in the order of the changes. */
const readLog = async () => {
  const { rows } = await sql<{ session: string }>`
    select record ->> 'session_id' as session from changes order by transaction_id, id`.execute(database.db)
  return rows.map(({ session }) => session)
}

let api: [ServerProcess, ServerProcess]
beforeAll(async () => {
  empty = await freshPostgresUrl()
  api = await Promise.all([startApi(), startApi()])
  database = await openDatabase({ databaseUrl: empty.url, dataDir: '' }, console)
})
afterAll(async () => {
  for (const client of clients) await client.close()
  for (const one of processes) one.kill('SIGKILL')
  await database?.close()
  await empty?.drop()
})

test('clients of two processes see every sale of both once, in the same order', async () => {
  const channels = api.map(({ url }) => open(url).follow('sales', SALES))
  await Promise.all(channels.map((channel) => channel.reached('SUBSCRIBED')))
  await Promise.all(Array.from({ length: 60 }, (_, n) => sell(api[n % 2]?.url ?? '', `sale ${n}`)))
  const log = await readLog()
  expect(log).toHaveLength(60)
  for (const channel of channels) expect(sessionsOf(await channel.next(60))).toEqual(log)
  for (const channel of channels) expect(channel.seen).toEqual([])
})

test('a client of a process that is killed or drained continues with another', async () => {
  const [doomed, heir] = [await startApi(), api[1]]
  const target = { host: '127.0.0.1', port: portOf(doomed) }
  const proxy = await openProxy(target)
  const channel = open(`http://127.0.0.1:${proxy.port}`).follow('sales', SALES)
  await channel.reached('SUBSCRIBED')
  target.port = portOf(heir)
  doomed.kill('SIGKILL')
  await channel.reached('SUBSCRIBED', 2)
  await sell(api[0].url, 'after the kill')
  expect(sessionsOf(await channel.next(1))).toEqual(['after the kill'])

  target.port = portOf(api[0])
  heir.kill('SIGTERM')
  await channel.reached('SUBSCRIBED', 3)
  expect(channel.errors.at(-1)).toBe('socket closed: 1001 (The server is restarting.)')
  expect(await heir.exitCode).toBe(0)
  await sell(api[0].url, 'after the drain')
  expect(sessionsOf(await channel.next(1))).toEqual(['after the drain'])
  proxy.close()
})

test(`an app that reads again at every SUBSCRIBED misses nothing over ${ROUNDS} breaks`, async () => {
  const proxy = await openProxy({ host: '127.0.0.1', port: portOf(api[0]) })
  const app = followAsAnApp(`http://127.0.0.1:${proxy.port}`)
  const writing = new AbortController()
  const written = keepSelling(writing.signal)
  for (let round = 1; round <= ROUNDS; round++) {
    await vi.waitFor(() => expect(app.runs).toHaveLength(round))
    await vi.waitFor(() => expect(app.runs.at(-1)?.length).toBeGreaterThan(round % 3))
    cutAfter(round, proxy)
  }
  await vi.waitFor(() => expect(app.runs).toHaveLength(ROUNDS + 1))
  writing.abort()
  await written
  const log = await readLog()
  await vi.waitFor(() => expect(app.known().size).toBe(new Set(log).size))
  expect([...app.known()].sort()).toEqual([...new Set(log)].sort())
  for (const run of app.runs) {
    const start = log.indexOf(run[0] ?? '')
    expect(run).toEqual(log.slice(start, start + run.length))
  }
  expect(new Set(app.runs.flat()).size).toBe(app.runs.flat().length)
  proxy.close()
})

/** Keeps a list as an app should. `runs` holds the sales that it saw between two breaks. */
function followAsAnApp(url: string) {
  const { client } = open(url)
  const runs: string[][] = []
  const known = new Set<string>()
  const readAgain = async () => {
    const { data } = await client.from('opportunities').select('session_id')
    for (const { session_id } of data ?? []) known.add(session_id)
    if (!data) await readAgain()
  }
  client
    .channel('sales')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'opportunities' }, ({ new: row }) => {
      const { session_id } = row as { session_id: string }
      runs.at(-1)?.push(session_id)
      known.add(session_id)
    })
    .subscribe((status) => {
      if (status !== 'SUBSCRIBED') return
      runs.push([])
      void readAgain()
    })
  return { runs, known: () => known }
}

async function keepSelling(stopping: AbortSignal): Promise<void> {
  for (let n = 0; !stopping.aborted; n++)
    await Promise.all([sell(api[0].url, `kept ${n}a`), sell(api[0].url, `kept ${n}b`)])
}

/** Cuts the connection: in odd rounds at once, in even rounds a turn later, in the middle of what is sent. */
function cutAfter(round: number, proxy: TcpProxy): void {
  if (round % 2) proxy.cut()
  else setImmediate(() => proxy.cut())
}
