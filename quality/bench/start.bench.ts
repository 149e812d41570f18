import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createEmbedded, startPostgres } from './harness/databases.ts'
import { type Call, runLoad, toRequest } from './harness/load.ts'
import { type Running, residentMiB, startBareServer, startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median } from './harness/rounds.ts'
import { sell } from './harness/sale.ts'

/** How long does a start take until it serves, and how much memory does the process need, idle and under load? */
const LEADS = 10_000
const ROUNDS = 5
const IDLE_MS = 3_000
const SAMPLE_MS = 200
const LOAD = { connections: 32, durationMs: 6_000 }
const KEY = { apikey: 'public-anon-key', 'accept-encoding': 'gzip' }
const ALL_PATH = '/rest/v1/leads?select=*&order=created_at.desc'
const LIST = toRequest('GET', `${ALL_PATH}&limit=50`, KEY)
const ALL = toRequest('GET', ALL_PATH, KEY)
/** Of a connection's 20 turns, one reads all leads and four sell; the others read the newest. */
const TURNS = 20
const SALES = 4

const postgres = await startPostgres()
const database = await postgres.create(LEADS)
const embedded = await createEmbedded(LEADS)

/** Measures the seconds to ready on an existing database. */
const timeStart = (start: () => Promise<Running>) => async () => {
  const server = await start()
  await server.stop()
  return server.readyAfterMs / 1000
}

let turns = 0
async function takeTurn(call: Call): Promise<void> {
  turns += 1
  const turn = turns % TURNS
  if (turn < SALES) return sell(call, (turns % LEADS) + 1)
  await call(turn === SALES ? ALL : LIST)
}

/** Returns the memory at rest, and its maximum while 32 connections read lists and sell. */
async function weigh(start: () => Promise<Running>): Promise<{ idle: number; busy: number }> {
  const server = await start()
  await delay(IDLE_MS)
  const idle = residentMiB(server.pid)
  let busy = 0
  const sampling = setInterval(() => {
    busy = Math.max(busy, residentMiB(server.pid))
  }, SAMPLE_MS)
  await runLoad(server.port, LOAD, takeTurn)
  clearInterval(sampling)
  await server.stop()
  return { idle, busy }
}

/** Measures a start without a database, like the first `npm start`. */
async function timeFirstStart(): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-bench-'))
  const server = await startDoorstep({ DATA_DIR: path.join(folder, 'data') })
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return server.readyAfterMs / 1000
}

const servers = {
  bare: () => startBareServer(database.DATABASE_URL),
  onPostgres: () => startDoorstep(database),
  onEmbedded: () => startDoorstep(embedded.env),
}
const started = await alternate(
  {
    bare: timeStart(servers.bare),
    onPostgres: timeStart(servers.onPostgres),
    onEmbedded: timeStart(servers.onEmbedded),
    first: timeFirstStart,
  },
  ROUNDS,
)
const weights = {
  bare: await weigh(servers.bare),
  onPostgres: await weigh(servers.onPostgres),
  onEmbedded: await weigh(servers.onEmbedded),
}
await postgres.stop()
await embedded.remove()

const NAMES = { bare: 'node:http + pg', onPostgres: 'Doorstep', onEmbedded: 'Doorstep, embedded database' }
const BUSY = { bare: {}, onPostgres: { target: '<= 200' }, onEmbedded: { target: '<= 260' } } as const
const READY = { bare: {}, onPostgres: { target: '<= 0.8' }, onEmbedded: { target: '<= 0.8' } } as const
const rows = (Object.keys(NAMES) as (keyof typeof NAMES)[]).flatMap((key) => [
  { what: `${NAMES[key]}: start to ready`, value: median(started[key]), unit: 's', ...READY[key] },
  { what: `${NAMES[key]}: memory at rest`, value: weights[key].idle, unit: 'MiB' },
  { what: `${NAMES[key]}: memory under load`, value: weights[key].busy, unit: 'MiB', ...BUSY[key] },
])
report('start', 'from the start of the process to ready, and resident memory, beside node:http + pg', [
  ...rows,
  { what: 'Doorstep: the very first start, making its database', value: median(started.first), unit: 's' },
])
