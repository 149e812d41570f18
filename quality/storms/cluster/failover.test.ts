import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '#server/app.ts'
import { configFromEnv } from '#server/config.ts'
import { type Context, createContext } from '#server/context.ts'
import { createLog } from '#server/log.ts'
import { startPostgresCluster, startPostgresStandby } from '#server/testing/postgres-cluster.ts'
import { openStream, type SseEvent, type SseStream } from '#server/testing/sse-client.ts'

let primary: Awaited<ReturnType<typeof startPostgresCluster>>
let standby: Awaited<ReturnType<typeof startPostgresStandby>>
let context: Context
let app: FastifyInstance
let origin: string
let stream: SseStream

/** The standby comes first, so connecting to the first host that answers would fail. */
beforeAll(async () => {
  primary = await startPostgresCluster()
  standby = await startPostgresStandby(primary)
  const hosts = encodeURIComponent(`${standby.folder},${primary.folder}`)
  const config = configFromEnv({
    DATABASE_URL: `postgresql://doorstep@/postgres?host=${hosts}&target_session_attrs=read-write`,
    PORT: '0',
  })
  if (!config.ok) throw new Error(config.failure.sentence)
  context = await createContext(config.value, createLog('silent'))
  await context.database.migrate()
  app = createApp(context)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  stream?.close()
  await app?.close()
  await Promise.all([standby?.stop(), primary?.stop()])
})

const headers = { apikey: 'public-anon-key', 'content-type': 'application/json', prefer: 'return=minimal' }
const call = (path: string, options: RequestInit = {}) => fetch(origin + path, { ...options, headers })
const sell = (session_id: string) =>
  call('/rest/v1/opportunities', { method: 'POST', body: JSON.stringify({ session_id }) })
const sales = async () =>
  ((await (await call('/rest/v1/opportunities?select=session_id')).json()) as { session_id: string }[])
    .map(({ session_id }) => session_id)
    .sort()
const POLLING = { timeout: 240_000, interval: 100 }

test('uses the host that accepts writes, wherever it is in the list', async () => {
  stream = await openStream(`${origin}/realtime/v1/changes?apikey=public-anon-key`)
  await stream.next()
  expect((await sell('before')).status).toBe(201)
  expect((await stream.nextChanges(1))[0]?.change).toMatchObject({ record: { session_id: 'before' } })
})

test('refuses calls with 503 and stays alive while no host accepts writes', {
  timeout: 240_000,
}, async () => {
  await vi.waitFor(async () => expect(await standbySales()).toEqual(['before']), POLLING)
  await primary.stop()
  await vi.waitFor(async () => expect((await call('/readyz')).status).toBe(503), POLLING)
  const refused = await Promise.all(['lost-1', 'lost-2', 'lost-3'].map(sell))
  for (const answer of refused) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 'database-unavailable' })
  }
  expect((await call('/healthz')).status).toBe(200)
  expect(await (await call('/metrics')).text()).toContain('doorstep_database_up 0')
})

test('resumes streams and workers automatically after the standby is promoted', {
  timeout: 240_000,
}, async () => {
  await standby.promote()
  await vi.waitFor(async () => expect((await call('/readyz')).status).toBe(200), POLLING)
  await untilEvent(({ event }) => event === 'reload')
  await vi.waitFor(async () => expect((await sell('after')).status).toBe(201), POLLING)
  expect(await sales()).toEqual(['after', 'before'])
  await untilEvent(({ data }) => data.includes('"after"'))
  await vi.waitFor(async () => {
    const states = await context.db.selectFrom('deliveries').select(['session_id', 'state']).execute()
    expect(states).toContainEqual({ session_id: 'after', state: 'delivered' })
  }, POLLING)
})

/** Reads the stream up to a matching event. */
async function untilEvent(isIt: (event: SseEvent) => boolean): Promise<void> {
  for (let event = await stream.next(); !event || !isIt(event); event = await stream.next())
    if (!event) throw new Error('The stream has ended.')
}

async function standbySales(): Promise<string[]> {
  const client = new pg.Client({ host: standby.folder, user: 'doorstep', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query('select session_id from opportunities')).rows.map((row) => row.session_id)
  } finally {
    await client.end()
  }
}
