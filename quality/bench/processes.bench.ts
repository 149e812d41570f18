import { startPostgres } from './harness/databases.ts'
import { type Call, type Load, runLoad, toRequest } from './harness/load.ts'
import { plotCosts } from './harness/plot.ts'
import { startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, ratio } from './harness/rounds.ts'
import { sell, untilPushed } from './harness/sale.ts'

/**
 * What do more processes on one PostgreSQL bring, and what do they cost? All of them run all the time; each call goes to
 * the next of those that are asked, as behind a proxy.
 */
const COUNTS = [1, 2, 4]
const LEADS = 20_000
const ROUNDS = 5
const LIST_LOAD = { connections: 32, durationMs: 2_000 }
const SALE_LOAD = { connections: 16, durationMs: 2_500 }
const PLOT = 'docs/process-cost.svg'
const LIST = toRequest('GET', '/rest/v1/leads?select=*&order=created_at.desc&limit=50', {
  apikey: 'public-anon-key',
})

const postgres = await startPostgres()
const database = await postgres.create(LEADS)
const [first, ...others] = await Promise.all(
  Array.from({ length: Math.max(...COUNTS) }, () => startDoorstep(database)),
)
if (!first) throw new Error('No process was started.')
const servers = [first, ...others]

type What = 'list' | 'sale'
let sales = 0
const sellTo = (call: Call) => sell(call, (sales++ % LEADS) + 1)
async function list(call: Call): Promise<void> {
  const { status } = await call(LIST)
  if (status !== 200) throw new Error(`The list was answered ${status}.`)
}

/** A round ends when the CRM has everything: the next contender has nothing to do with its sales. */
async function measure(count: number): Promise<Record<What, Load>> {
  const ports = servers.slice(0, count).map(({ port }) => port)
  const lists = await runLoad(ports, LIST_LOAD, list)
  const sold = await runLoad(ports, SALE_LOAD, sellTo)
  await untilPushed(first?.url ?? '')
  return { list: lists, sale: sold }
}

const measured = await alternate(
  Object.fromEntries(COUNTS.map((count) => [count, () => measure(count)])),
  ROUNDS,
  () => postgres.analyze(database),
)
for (const server of servers) await server.stop()
await postgres.stop()

const speedsOf = (what: What, count: number) => (measured[count] ?? []).map((round) => round[what].perSecond)
const rowsOf = (what: What) =>
  COUNTS.flatMap((count) => [
    { what: `${what}, ${count} of the processes`, value: median(speedsOf(what, count)), unit: '/s' },
    {
      what: 'the same, to one of them',
      value: ratio(speedsOf(what, count), speedsOf(what, 1)),
      unit: 'times',
    },
  ])
const costsOf = (what: What) =>
  COUNTS.map((count) => ({ size: count, ms: 1_000 / median(speedsOf(what, count)) }))

plotCosts(PLOT, 'processes', [
  { name: 'a list of 50, 32 at once', points: costsOf('list') },
  { name: 'a sale, 16 at once', points: costsOf('sale') },
])
report('processes', `more processes on one PostgreSQL, all on this machine (${PLOT})`, [
  ...rowsOf('list'),
  ...rowsOf('sale'),
])
