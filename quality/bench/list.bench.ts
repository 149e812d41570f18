import { NEWEST_LEADS } from './bare-statements.ts'
import { createEmbedded, startPostgres } from './harness/databases.ts'
import { runLoad, toRequest } from './harness/load.ts'
import { runPgbench } from './harness/pgbench.ts'
import { startBareServer, startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median } from './harness/rounds.ts'
import { ratioRow, speedRow } from './harness/speed-rows.ts'

/** How many requests a second for the newest 50 of 10,000 leads, beside a bare server on the same database, and pgbench? */
const LEADS = 10_000
const ROUNDS = 7
const LOAD = { connections: 32, durationMs: 2_500 }
const KEY = { apikey: 'public-anon-key' }
const LIST = toRequest('GET', '/rest/v1/leads?select=*&order=created_at.desc&limit=50', KEY)

const postgres = await startPostgres()
const embedded = await createEmbedded(LEADS)
const database = await postgres.create(LEADS)
const bare = await startBareServer(database.DATABASE_URL)
const doorstep = await startDoorstep(database)
const doorstepEmbedded = await startDoorstep(embedded.env)

const ask = (port: number, request = LIST) =>
  runLoad(port, LOAD, async (call) => {
    const { status, bodyBytes } = await call(request)
    if (status !== 200 || bodyBytes < 10_000) throw new Error(`Answer ${status} of ${bodyBytes} bytes`)
  })
const {
  database: pgbench,
  bareRows,
  bareJson,
  onPostgres,
  onEmbedded,
} = await alternate(
  {
    database: () => runPgbench(database.DATABASE_URL, `${NEWEST_LEADS};\n`, LOAD),
    bareRows: () => ask(bare.port),
    bareJson: () => ask(bare.port, toRequest('GET', '/leads-as-json', {})),
    onPostgres: () => ask(doorstep.port),
    onEmbedded: () => ask(doorstepEmbedded.port),
  },
  ROUNDS,
)

for (const server of [bare, doorstep, doorstepEmbedded]) await server.stop()
await postgres.stop()
await embedded.remove()

report(
  'list',
  `GET of the newest 50 of ${LEADS} leads over ${LOAD.connections} connections, against node:http + pg with the same SQL`,
  [
    ratioRow('Doorstep to node:http + pg, rows', onPostgres, bareRows, '>= 0.8'),
    ratioRow('Doorstep to node:http + pg, JSON made in SQL', onPostgres, bareJson),
    ratioRow('Doorstep to pgbench', onPostgres, pgbench),
    ratioRow('Doorstep on its embedded database to node:http + pg, rows', onEmbedded, bareRows),
    speedRow('pgbench', pgbench),
    speedRow('node:http + pg, rows', bareRows),
    speedRow('node:http + pg, JSON made in SQL', bareJson),
    speedRow('Doorstep', onPostgres),
    speedRow('Doorstep, embedded database', onEmbedded),
    { what: 'Doorstep, p99', value: median(onPostgres.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
  ],
)
