import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { success } from '#domain/kernel/result.ts'
import { deliverProgressJob } from '#server/automation/deliver-progress.job.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/handle.ts'
import { createDeliveries } from '#server/deliveries/deliveries.ts'
import type { DeliveryHandler } from '#server/deliveries/handler.ts'
import { queueProgress } from '#server/deliveries/states.queries.ts'
import { createLog } from '#server/log.ts'
import { createEmbedded, startPostgres } from './harness/databases.ts'
import { report } from './harness/report.ts'
import { alternate, median, quantile, ratio } from './harness/rounds.ts'

/**
 * How many jobs a second does the ledger take, and how long after its commit is a report at the automation service?
 * Beside the least that can be done: one insert, one fetch.
 */
const ROUNDS = 5
const JOBS = 300
const REPORTS = 100
const AT_ONCE = 8
const PAYLOAD = { step: 'contract-signed', signature: `data:image/jpeg;base64,${'A'.repeat(15_000)}` }

const postgres = await startPostgres()
const embedded = await createEmbedded(0)
const onPostgres = await openDatabase(
  { databaseUrl: (await postgres.create(0)).DATABASE_URL, dataDir: '' },
  console,
)
const onEmbedded = await openDatabase({ databaseUrl: undefined, dataDir: embedded.env.DATA_DIR }, console)
const receiver = await startReceiver()
const config = { webhook: { url: receiver.url, secret: undefined, allowPrivate: true } }
const log = createLog('warn')
const idleHandler: DeliveryHandler = { deliver: async () => success({}), backoff: () => 0 }

await sql`create table bare_jobs (id bigint generated always as identity primary key, payload json)`.execute(
  onPostgres.db,
)

const { jobs, jobsEmbedded, bareJobs, waits, waitsEmbedded, bareWaits } = await alternate(
  {
    bareJobs: () => runBareJobs(onPostgres),
    jobs: () => runJobs(onPostgres),
    jobsEmbedded: () => runJobs(onEmbedded),
    bareWaits: () => waitBare(onPostgres),
    waits: () => waitForReports(onPostgres),
    waitsEmbedded: () => waitForReports(onEmbedded),
  },
  ROUNDS,
)
await onPostgres.close()
await onEmbedded.close()
await postgres.stop()
await embedded.remove()
receiver.stop()

const p50 = (measured: readonly Waits[]) => measured.map(({ p50Ms }) => p50Ms)
report('queue', `the ledger and its worker, against one insert and one fetch, ${AT_ONCE} at once`, [
  { what: 'jobs of the ledger to insert + fetch', value: ratio(jobs, bareJobs), unit: 'times' },
  { what: 'jobs of the ledger', value: median(jobs), unit: '/s' },
  { what: 'jobs of the ledger, embedded database', value: median(jobsEmbedded), unit: '/s' },
  { what: 'insert + fetch', value: median(bareJobs), unit: '/s' },
  {
    what: 'commit to receiver to insert + fetch, p50',
    value: ratio(p50(waits), p50(bareWaits)),
    unit: 'times',
  },
  ...waitsOf('commit to receiver', waits),
  ...waitsOf('commit to receiver, embedded database', waitsEmbedded),
  ...waitsOf('insert + fetch', bareWaits),
])

function waitsOf(what: string, measured: readonly Waits[]) {
  return [
    { what: `${what}, p50`, value: median(measured.map(({ p50Ms }) => p50Ms)), unit: 'ms' },
    { what: `${what}, p99`, value: median(measured.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
  ]
}

/** Jobs a second: all of them wait already, and each is done by being taken. */
async function runJobs({ db }: Database): Promise<number> {
  await sql`delete from deliveries`.execute(db)
  await sql`
    insert into deliveries (target, session_id) select 'crm', 'sale_' || n from generate_series(1, ${JOBS}::integer) n`.execute(
    db,
  )
  let left = JOBS
  const allDone = Promise.withResolvers<void>()
  const crm: DeliveryHandler = {
    ...idleHandler,
    async deliver() {
      left -= 1
      if (left === 0) allDone.resolve()
      return success({})
    },
  }
  const deliveries = createDeliveries({
    db,
    log,
    handlers: { crm, automation: idleHandler },
    concurrency: AT_ONCE,
  })
  const startedAt = performance.now()
  deliveries.start()
  await allDone.promise
  await deliveries.stop()
  return (JOBS * 1_000) / (performance.now() - startedAt)
}

/** Each is an insert and a fetch, as many at once as the ledger's worker has. */
async function runBareJobs({ db }: Database): Promise<number> {
  let left = JOBS
  const startedAt = performance.now()
  const work = async () => {
    while (left-- > 0) await insertAndFetch(db)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (JOBS * 1_000) / (performance.now() - startedAt)
}

type Waits = { p50Ms: number; p99Ms: number }
function spread(timesMs: readonly number[]): Waits {
  return { p50Ms: quantile(timesMs, 0.5), p99Ms: quantile(timesMs, 0.99) }
}

/** From the commit of a report until it is at the receiver, one after another. */
async function waitForReports({ db }: Database): Promise<Waits> {
  await sql`delete from deliveries`.execute(db)
  const handlers = { crm: idleHandler, automation: deliverProgressJob({ config }) }
  const deliveries = createDeliveries({ db, log, handlers })
  deliveries.start()
  const timesMs: number[] = []
  for (let sale = 0; sale < REPORTS; sale++) {
    const arrived = receiver.next()
    await queueProgress(db, { sessionId: `sale_${sale}`, sequence: 1, payload: PAYLOAD })
    const committedAt = performance.now()
    deliveries.wake()
    await arrived
    timesMs.push(performance.now() - committedAt)
    await deliveries.runNow('automation', `sale_${sale}`)
  }
  await deliveries.stop()
  return spread(timesMs)
}

/** A whole insert and fetch, one after another. */
async function waitBare({ db }: Database): Promise<Waits> {
  const timesMs: number[] = []
  for (let count = 0; count < REPORTS; count++) {
    const startedAt = performance.now()
    await insertAndFetch(db)
    timesMs.push(performance.now() - startedAt)
  }
  return spread(timesMs)
}

async function insertAndFetch(db: Database['db']): Promise<void> {
  await sql`insert into bare_jobs (payload) values (${JSON.stringify(PAYLOAD)}::json)`.execute(db)
  const answer = await fetch(receiver.url, { method: 'POST', body: JSON.stringify(PAYLOAD) })
  await answer.text()
}

/** An automation service in this process; `next` resolves when something arrives. */
async function startReceiver() {
  let arrival = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end()
      arrival.resolve()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next() {
      arrival = Promise.withResolvers()
      return arrival.promise
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
