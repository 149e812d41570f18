import { setTimeout as delay } from 'node:timers/promises'
import { runOnServer } from '#server/testing/postgres-databases.ts'
import { leadId, startPostgres } from './harness/databases.ts'
import { BARE_SOCKET, Followers, type Kind, OFFICIAL_SOCKET, STREAM } from './harness/followers.ts'
import { openConnection, toRequest } from './harness/load.ts'
import { type Running, startDoorstep, startServer } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, quantile } from './harness/rounds.ts'

/**
 * How long does a write take to reach the last of 200 clients, compared with a bare server of `ws` and LISTEN? And the
 * last of 2,000, by the official protocol and by the stream?
 */
const FEW = 200
const MANY = 2_000
const LEADS = 100
const ROUNDS = 5
const WRITES = 60
/** A person does not make the next write at once. */
const PAUSE_MS = 20
const HEADERS = { apikey: 'public-anon-key', prefer: 'return=minimal' }
const STATUSES = ['contacted', 'qualified']

const postgres = await startPostgres()
const bareDatabase = await postgres.create(LEADS, 'bare')
await runOnServer(bareDatabase.DATABASE_URL, 'alter table leads disable trigger all')
const bare = await startServer('quality/bench/bare-sockets.ts', bareDatabase)
const doorstep = await startDoorstep(await postgres.create(LEADS, 'own'))

let writes = 0

/** Measures writes, one after another, in milliseconds until the last of this many clients has it. */
async function reach({ port }: Running, count: number, kind: Kind): Promise<number[]> {
  const followers = await Followers.open(port, count, kind)
  const connection = await openConnection(port)
  const timesMs: number[] = []
  for (let number = 0; number < WRITES; number++) {
    writes++
    await delay(PAUSE_MS)
    const path = `/rest/v1/leads?id=eq.${leadId((writes % LEADS) + 1)}`
    const request = toRequest('PATCH', path, HEADERS, { status: STATUSES[Math.floor(writes / LEADS) % 2] })
    const startedAt = performance.now()
    const [{ status }] = await Promise.all([connection.call(request), followers.expectChange()])
    timesMs.push(performance.now() - startedAt)
    if (status !== 204) throw new Error(`The write was answered ${status}.`)
  }
  connection.close()
  followers.close()
  return timesMs
}

const { floor, sockets, streams, manySockets, manyStreams } = await alternate(
  {
    floor: () => reach(bare, FEW, BARE_SOCKET),
    sockets: () => reach(doorstep, FEW, OFFICIAL_SOCKET),
    streams: () => reach(doorstep, FEW, STREAM),
    manySockets: () => reach(doorstep, MANY, OFFICIAL_SOCKET),
    manyStreams: () => reach(doorstep, MANY, STREAM),
  },
  ROUNDS,
)
for (const server of [bare, doorstep]) await server.stop()
await postgres.stop()

type Rounds = readonly (readonly number[])[]
const at = (share: number, rounds: Rounds) => median(rounds.map((times) => quantile(times, share)))
const ratioAt = (share: number, rounds: Rounds, others: Rounds) =>
  median(rounds.map((times, round) => quantile(times, share) / quantile(others[round] ?? [], share)))
const ms = (what: string, share: number, rounds: Rounds) => ({ what, value: at(share, rounds), unit: 'ms' })

report('realtime', `from a write to the last of ${FEW} clients, beside ws with LISTEN, and of ${MANY}`, [
  {
    what: `bare sockets to official sockets, p50 (1 = as fast)`,
    value: ratioAt(0.5, floor, sockets),
    unit: 'times',
    target: '>= 0.9',
  },
  {
    what: 'bare sockets to event streams, p50',
    value: ratioAt(0.5, floor, streams),
    unit: 'times',
    target: '>= 0.9',
  },
  {
    what: `${MANY} official sockets to ${MANY} event streams, p50`,
    value: ratioAt(0.5, manySockets, manyStreams),
    unit: 'times',
    target: '<= 1.2',
  },
  ms('bare sockets, p50', 0.5, floor),
  ms('bare sockets, p99', 0.99, floor),
  ms('official sockets, p50', 0.5, sockets),
  ms('official sockets, p99', 0.99, sockets),
  ms('event streams, p50', 0.5, streams),
  ms('event streams, p99', 0.99, streams),
  ms(`${MANY} official sockets, p50`, 0.5, manySockets),
  ms(`${MANY} official sockets, p99`, 0.99, manySockets),
  ms(`${MANY} event streams, p50`, 0.5, manyStreams),
  ms(`${MANY} event streams, p99`, 0.99, manyStreams),
])
