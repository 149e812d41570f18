import { recorded as recordedStatement } from './bare-statements.ts'
import { cpuMs } from './harness/cpu.ts'
import { createEmbedded, startPostgres } from './harness/databases.ts'
import { type Load, runLoad } from './harness/load.ts'
import { runPgbench } from './harness/pgbench.ts'
import { type Running, startBareServer, startDoorstep, startServer } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median } from './harness/rounds.ts'
import { type Pgbench, saleForPgbench, sell, untilPushed } from './harness/sale.ts'
import { ratioRow, speedRatio, speedRow } from './harness/speed-rows.ts'

/**
 * How many sales a second, each from its creation to its signature, beside a bare server that runs four statements,
 * beside one whose four statements leave lead, changes and job as well, and beside the database alone with the same
 * statements (pgbench)? Doorstep also decides, writes the call's number and what it answered, and pushes to the CRM.
 */
const LEADS = 20_000
const ROUNDS = 5
const LOAD = { connections: 16, durationMs: 2_500 }

const postgres = await startPostgres()
const embedded = await createEmbedded(LEADS)
const database = await postgres.create(LEADS)
const bare = await startBareServer(database.DATABASE_URL)
const doorstep = await startDoorstep(database)
const databaseWithoutWorker = await postgres.create(LEADS, 'without_worker')
const withoutWorker = await startServer('quality/bench/server-without-worker.ts', databaseWithoutWorker)
const doorstepEmbedded = await startDoorstep(embedded.env)

let sales = 0
type Sold = Load & { serverMs: number; postgresMs: number }

/** Also tells the processor time of a sale, in the server and in PostgreSQL, in milliseconds. */
async function sellFor({ port, pid }: Running, path?: string): Promise<Sold> {
  const before = { server: cpuMs(pid), postgres: cpuMs(postgres.pid), sales }
  const load = await runLoad(port, LOAD, (call) => sell(call, (sales++ % LEADS) + 1, path))
  const sold = sales - before.sales
  const serverMs = (cpuMs(pid) - before.server) / sold
  return { ...load, serverMs, postgresMs: (cpuMs(postgres.pid) - before.postgres) / sold }
}

/** A round on a server with a worker ends when the CRM has everything. */
async function sellAndDrain(server: Running): Promise<Sold & { drainMs: number }> {
  const load = await sellFor(server)
  return { ...load, drainMs: await untilPushed(server.url) }
}

const askPgbench = ({ script, variables }: Pgbench) =>
  runPgbench(database.DATABASE_URL, script, LOAD, variables)

const four = saleForPgbench(LEADS)
const fourRecorded = saleForPgbench(LEADS, 'recorded_sales', recordedStatement)
const { pgbench, pgbenchRecorded, floor, recorded, onPostgres, idle, onEmbedded } = await alternate(
  {
    pgbench: () => askPgbench(four),
    pgbenchRecorded: () => askPgbench(fourRecorded),
    floor: () => sellFor(bare),
    recorded: () => sellFor(bare, '/recorded/opportunities'),
    onPostgres: () => sellAndDrain(doorstep),
    idle: () => sellFor(withoutWorker),
    onEmbedded: () => sellAndDrain(doorstepEmbedded),
  },
  ROUNDS,
  async () => {
    for (const one of [database, databaseWithoutWorker]) await postgres.analyze(one)
  },
)

for (const server of [bare, doorstep, withoutWorker, doorstepEmbedded]) await server.stop()
await postgres.stop()
await embedded.remove()

const drain = (what: string, loads: readonly { drainMs: number }[]) => ({
  what,
  value: median(loads.map(({ drainMs }) => drainMs / 1000)),
  unit: 's',
})
const cpu = (what: string, sold: readonly Sold[]) => [
  { what: `processor time of a sale in ${what}`, value: median(sold.map((one) => one.serverMs)), unit: 'ms' },
  {
    what: 'the same in its PostgreSQL',
    value: median(sold.map((one) => one.postgresMs)),
    unit: 'ms',
  },
]
report(
  'sale',
  `a sale's four writes over ${LOAD.connections} connections, against node:http + pg with four statements; the CRM's worker runs`,
  [
    ratioRow('Doorstep to node:http + pg', onPostgres, floor, '>= 0.3'),
    ratioRow('Doorstep to pgbench', onPostgres, pgbench),
    ratioRow('Doorstep without its CRM worker to node:http + pg', idle, floor),
    ratioRow(
      'Doorstep to node:http + pg that writes lead, changes and job too',
      onPostgres,
      recorded,
      '>= 0.6',
    ),
    ratioRow('Doorstep without its CRM worker to the same', idle, recorded, '>= 0.6'),
    ratioRow('Doorstep to pgbench with the same', onPostgres, pgbenchRecorded),
    {
      what: 'share of the speed that the CRM worker takes',
      value: 100 * (1 - speedRatio(onPostgres, idle)),
      unit: '%',
    },
    ratioRow('Doorstep on its embedded database to node:http + pg', onEmbedded, floor),
    speedRow('pgbench', pgbench),
    speedRow('pgbench that writes lead, changes and job too', pgbenchRecorded),
    speedRow('node:http + pg', floor),
    speedRow('node:http + pg that writes lead, changes and job too', recorded),
    speedRow('Doorstep', onPostgres),
    speedRow('Doorstep without its CRM worker', idle),
    speedRow('Doorstep, embedded database', onEmbedded),
    {
      what: 'Doorstep, a whole sale, p99',
      value: median(onPostgres.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
    },
    ...cpu('node:http + pg', floor),
    ...cpu('Doorstep without its CRM worker', idle),
    drain('until the CRM had all sales of a round', onPostgres),
    drain('the same, embedded database', onEmbedded),
  ],
)
