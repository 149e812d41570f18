import { cpuMs } from './harness/cpu.ts'
import { createEmbedded, startPostgres } from './harness/databases.ts'
import { type Load, runLoad } from './harness/load.ts'
import { type Running, startBareServer, startDoorstep, startServer } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median } from './harness/rounds.ts'
import { sell, untilPushed } from './harness/sale.ts'
import { ratioRow, speedRow } from './harness/speed-rows.ts'

/**
 * How many sales per second, each from creation to signature, compared with a bare server that runs four statements,
 * and with one whose statements also write lead, changes and delivery? Doorstep also decides, stores the answer to each
 * call, and pushes to the CRM.
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

/** Sells for a round. Also returns the processor time per sale in the server and in PostgreSQL, in milliseconds. */
async function sellFor({ port, pid }: Running, path?: string): Promise<Sold> {
  const before = { server: cpuMs(pid), postgres: cpuMs(postgres.pid), sales }
  const load = await runLoad(port, LOAD, (call) => sell(call, (sales++ % LEADS) + 1, path))
  const sold = sales - before.sales
  const serverMs = (cpuMs(pid) - before.server) / sold
  return { ...load, serverMs, postgresMs: (cpuMs(postgres.pid) - before.postgres) / sold }
}

/** Sells for a round and waits until the CRM has every sale. */
async function sellAndDrain(server: Running): Promise<Sold & { drainMs: number }> {
  const load = await sellFor(server)
  return { ...load, drainMs: await untilPushed(server.url) }
}

const { floor, recorded, onPostgres, idle, onEmbedded } = await alternate(
  {
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
  `a sale's four writes over ${LOAD.connections} connections, beside node:http + pg with four statements; the CRM's worker runs`,
  [
    ratioRow('Doorstep to node:http + pg', onPostgres, floor, '>= 0.3'),
    ratioRow('Doorstep without its CRM worker to node:http + pg', idle, floor),
    ratioRow(
      'Doorstep to node:http + pg that writes lead, changes and delivery too',
      onPostgres,
      recorded,
      '>= 0.6',
    ),
    ratioRow('Doorstep without its CRM worker to the same', idle, recorded, '>= 0.6'),
    ratioRow('Doorstep on its embedded database to node:http + pg', onEmbedded, floor),
    speedRow('node:http + pg', floor),
    speedRow('node:http + pg that writes lead, changes and delivery too', recorded),
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
