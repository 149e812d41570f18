import { once } from 'node:events'
import net from 'node:net'
import { runOnServer } from '#server/testing/postgres-databases.ts'
import { leadId, startPostgres } from './harness/databases.ts'
import { openConnection, toRequest } from './harness/load.ts'
import { type Running, residentMiB, startBareServer, startDoorstep } from './harness/processes.ts'
import { report } from './harness/report.ts'
import { alternate, median, quantile } from './harness/rounds.ts'

/**
 * How long until the last of 2,000 open apps has a change, and what memory does each take? Beside a server that writes
 * the change to its sockets as soon as the database has it, and knows no cursors, keys or slow clients.
 */
const STREAMS = 2_000
const ROUNDS = 5
const PATCHES = 40
const STATUSES = ['contacted', 'qualified']
const OPENED_AT_ONCE = 100
const CHANGE = 'data: {"table"'
const HEADERS = { apikey: 'public-anon-key', prefer: 'return=minimal' }

/** The open apps of one server, which count what they are told. */
class Audience {
  #untold = 0
  #whole = Promise.withResolvers<void>()

  async open(server: Running): Promise<void> {
    const request = `GET /realtime/v1/changes?apikey=public-anon-key HTTP/1.1\r\nhost: localhost\r\n\r\n`
    for (let opened = 0; opened < STREAMS; opened += OPENED_AT_ONCE)
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => this.#follow(server.port, request)))
  }

  /** Resolves when each of them has been told of one more change. */
  expectChange(): Promise<void> {
    this.#untold = STREAMS
    this.#whole = Promise.withResolvers()
    return this.#whole.promise
  }

  async #follow(port: number, request: string): Promise<void> {
    const socket = net.connect(port, '127.0.0.1')
    socket.setNoDelay(true).write(request)
    await once(socket, 'data')
    socket.on('data', (bytes) => {
      if (!bytes.includes(CHANGE)) return
      this.#untold -= 1
      if (this.#untold === 0) this.#whole.resolve()
    })
  }
}

/** Milliseconds from a PATCH to the last of them, again and again. */
async function broadcastsOf(server: Running): Promise<() => Promise<number[]>> {
  const audience = new Audience()
  await audience.open(server)
  const connection = await openConnection(server.port)
  let turn = 0
  return async () => {
    const timesMs: number[] = []
    for (let count = 0; count < PATCHES; count++) {
      turn++
      const path = `/rest/v1/leads?id=eq.${leadId((turn % 100) + 1)}`
      const request = toRequest('PATCH', path, HEADERS, { status: STATUSES[Math.floor(turn / 100) % 2] })
      const startedAt = performance.now()
      await Promise.all([connection.call(request), audience.expectChange()])
      timesMs.push(performance.now() - startedAt)
    }
    return timesMs
  }
}

const postgres = await startPostgres()
const bareDatabase = await postgres.create(100, 'bare')
await runOnServer(bareDatabase.DATABASE_URL, 'alter table leads disable trigger user')
const bare = await startBareServer(bareDatabase.DATABASE_URL)
const doorstep = await startDoorstep(await postgres.create(100, 'own'))
const emptyMiB = residentMiB(doorstep.pid)
const own = await broadcastsOf(doorstep)
const fullMiB = residentMiB(doorstep.pid)
const measured = await alternate({ own, bare: await broadcastsOf(bare) }, ROUNDS)

for (const server of [doorstep, bare]) await server.stop()
await postgres.stop()

const ofRounds = (of: readonly (readonly number[])[], share: number) =>
  median(of.map((times) => quantile(times, share)))
const ratioAt = (share: number) =>
  median(
    measured.own.map((times, round) => quantile(times, share) / quantile(measured.bare[round] ?? [], share)),
  )
report('streams', `from a PATCH to the last of ${STREAMS} open apps, against a bare broadcast`, [
  { what: 'p99, to that of the bare broadcast', value: ratioAt(0.99), unit: 'times', target: '<= 1.5' },
  { what: 'the median, to that of the bare broadcast', value: ratioAt(0.5), unit: 'times' },
  { what: 'Doorstep: p50', value: ofRounds(measured.own, 0.5), unit: 'ms' },
  { what: 'Doorstep: p99', value: ofRounds(measured.own, 0.99), unit: 'ms' },
  { what: 'bare broadcast: p50', value: ofRounds(measured.bare, 0.5), unit: 'ms' },
  { what: 'bare broadcast: p99', value: ofRounds(measured.bare, 0.99), unit: 'ms' },
  { what: 'memory of an open app', value: ((fullMiB - emptyMiB) / STREAMS) * 1024, unit: 'KiB' },
])
process.exit(0)
