import { openDatabase } from '#server/db/database.ts'
import { startPostgresCluster } from '#server/testing/postgres-cluster.ts'
import { runOnServer, urlOfDatabase } from '#server/testing/postgres-databases.ts'
import { openConnection } from './harness/load.ts'
import { plotCosts } from './harness/plot.ts'
import { startServer } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, ratio } from './harness/rounds.ts'
import { fillTerritory, type Territory } from './territory/fill.ts'
import { type Asked, QUESTIONS, type Question } from './territory/questions.ts'

/**
 * What does each question cost among 10,000 leads and 5,000 sales, and what among a hundred times as many? All the
 * databases are in one PostgreSQL, and each question goes to them in turn, one call after another on one connection.
 */
const TERRITORIES: readonly Territory[] = [
  { leads: 10_000, sales: 5_000, changes: 20_000 },
  { leads: 100_000, sales: 50_000, changes: 200_000 },
  { leads: 1_000_000, sales: 500_000, changes: 200_000 },
]
const ROUNDS = 21
const ASKED_A_ROUND = 9
const MOST_TIMES = 1.5
const PLOT = 'docs/territory-cost.svg'
const PLOTTED = [
  'leads of an area',
  'newest 50 leads',
  'search in an area',
  "the tracker's counts",
  'a sale, four writes',
]

/**
 * As docs/operations.md says for a database of some gigabytes: with PostgreSQL's 128 MB each territory turns the others
 * out, and with its price of a turning disk a search within an area reads all areas after some of its samples.
 */
const settings = ['shared_buffers=6GB', 'max_wal_size=8GB', 'random_page_cost=1.1']
const cluster = await startPostgresCluster({ durable: true, settings })
const urlOf = ({ leads }: Territory) => urlOfDatabase(cluster.url, `territory_${leads}`)

for (const territory of TERRITORIES) {
  await runOnServer(cluster.url, `create database territory_${territory.leads}`)
  await fillTerritory(urlOf(territory), territory)
}
const opened = await Promise.all(TERRITORIES.map(open))

async function open(territory: Territory) {
  const databaseUrl = urlOf(territory)
  const server = await startServer('quality/bench/server-without-worker.ts', { DATABASE_URL: databaseUrl })
  const database = await openDatabase({ databaseUrl, dataDir: '' }, console)
  const connection = await openConnection(server.port)
  const asked: Asked = { url: server.url, call: connection.call, db: database.db, territory }
  return {
    asked,
    async close() {
      connection.close()
      await database.close()
      await server.stop()
    },
  }
}

/** The median of some calls, in ms. */
function timesOf(question: Question, asked: Asked): () => Promise<number> {
  let turn = 0
  return async () => {
    const timesMs: number[] = []
    for (let count = 0; count < ASKED_A_ROUND; count++) {
      const startedAt = performance.now()
      const tookMs = await question(asked, ++turn)
      timesMs.push(tookMs ?? performance.now() - startedAt)
    }
    return median(timesMs)
  }
}

const measured: Record<string, Record<string, number[]>> = {}
for (const [what, question] of Object.entries(QUESTIONS)) {
  const contenders = opened.map(({ asked }) => [asked.territory.leads, timesOf(question, asked)] as const)
  measured[what] = await alternate(Object.fromEntries(contenders), ROUNDS)
  console.log(what.padEnd(40), ...Object.values(measured[what]).map((times) => median(times).toFixed(2)))
}

for (const { close } of opened) await close()
await cluster.stop()

const [small, , full] = TERRITORIES.map(({ leads }) => leads)
const timesAt = (what: string, leads = 0) => measured[what]?.[leads] ?? []

plotCosts(
  PLOT,
  'leads',
  PLOTTED.map((name) => ({
    name,
    points: TERRITORIES.map(({ leads }) => ({ size: leads, ms: median(timesAt(name, leads)) })),
  })),
)
report(
  'territory',
  `calls one after another, at 1,000,000 leads and 500,000 sales to at 10,000 and 5,000 (${PLOT})`,
  Object.keys(measured).flatMap((what) => [
    {
      what: `${what}: full to small`,
      value: ratio(timesAt(what, full), timesAt(what, small)),
      unit: 'times',
      target: `<= ${MOST_TIMES}` as const,
    },
    ...TERRITORIES.map(({ leads }) => ({
      what: `${what}, ${leads} leads`,
      value: median(timesAt(what, leads)),
      unit: 'ms',
    })),
  ]),
)
