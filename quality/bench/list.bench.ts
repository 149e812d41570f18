import { createEmbedded, startPostgres } from './harness/databases.ts'
import { runLoad, toRequest } from './harness/load.ts'
import { type Running, startBareServer, startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median } from './harness/rounds.ts'
import { ratioRow, speedRow } from './harness/speed-rows.ts'

/**
 * How many requests per second for the newest 50 of 10,000 leads, and for all of them, compared with a bare server on
 * the same database?
 */
const LEADS = 10_000
const ROUNDS = 7
const LOAD = { connections: 32, durationMs: 2_500 }
const KEY = { apikey: 'public-anon-key' }
const LIST = toRequest('GET', '/rest/v1/leads?select=*&order=created_at.desc&limit=50', KEY)
/** A single connection, so that no read joins another. */
const LOAD_OF_ALL = { connections: 1, durationMs: 2_500 }
const ALL_PATH = '/rest/v1/leads?select=*&order=created_at.desc'
const ALL = toRequest('GET', ALL_PATH, KEY)
const ALL_PACKED = toRequest('GET', ALL_PATH, { ...KEY, 'accept-encoding': 'gzip' })

const postgres = await startPostgres()
const embedded = await createEmbedded(LEADS)
const database = await postgres.create(LEADS)
const bare = await startBareServer(database.DATABASE_URL)
const doorstep = await startDoorstep(database)
const doorstepEmbedded = await startDoorstep(embedded.env)

const ask = ({ port }: Running, request = LIST, load = LOAD) =>
  runLoad(port, load, async (call) => {
    const { status, bodyBytes } = await call(request)
    if (status !== 200 || bodyBytes < 10_000)
      throw new Error(`The server returned ${status} with ${bodyBytes} bytes.`)
  })
const { floor, onPostgres, onEmbedded, floorOfAll, all, allPacked, allEmbedded } = await alternate(
  {
    floor: () => ask(bare),
    onPostgres: () => ask(doorstep),
    onEmbedded: () => ask(doorstepEmbedded),
    floorOfAll: () => ask(bare, ALL, LOAD_OF_ALL),
    all: () => ask(doorstep, ALL, LOAD_OF_ALL),
    allPacked: () => ask(doorstep, ALL_PACKED, LOAD_OF_ALL),
    allEmbedded: () => ask(doorstepEmbedded, ALL_PACKED, LOAD_OF_ALL),
  },
  ROUNDS,
)

for (const server of [bare, doorstep, doorstepEmbedded]) await server.stop()
await postgres.stop()
await embedded.remove()

report(
  'list',
  `the newest 50 of ${LEADS} leads over ${LOAD.connections} connections, beside node:http + pg with the same SQL`,
  [
    ratioRow('Doorstep to node:http + pg', onPostgres, floor, '>= 4'),
    ratioRow('Doorstep on its embedded database to node:http + pg', onEmbedded, floor),
    speedRow('node:http + pg', floor),
    speedRow('Doorstep', onPostgres),
    speedRow('Doorstep, embedded database', onEmbedded),
    { what: 'Doorstep, p99', value: median(onPostgres.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
    ratioRow(`all ${LEADS} over one connection, to node:http + pg`, all, floorOfAll, '>= 1'),
    ratioRow('the same, compressed', allPacked, floorOfAll, '>= 1'),
    ratioRow('the same, compressed, embedded database', allEmbedded, floorOfAll),
    speedRow(`node:http + pg, all ${LEADS}`, floorOfAll),
  ],
)
