import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault, Way } from './faults.ts'

/** A connection between a phone and the server that breaks on purpose. */
export type FaultProxy = {
  port: number
  /** The number of requests, and of each fault. */
  counts: Record<Fault['kind'] | 'requests', number>
  /** Causes no more faults, and cuts frozen connections. */
  heal(): void
  /** Lets nothing through until `comeUp`. */
  goDown(): void
  comeUp(): void
  close(): Promise<void>
}

/** How long to collect a request that is to reach the server late. */
const COLLECT_MS = 50

/** How much of `Date: Sat, 21 Nov 2026 ...` to leave, so that it reads as the year 2020. */
const DATE = '\r\nDate: '
const DATE_LEFT = '\r\nDate: Sat, 21 Nov 20'.length

type Breaking = Exclude<Fault, { kind: 'slow' | 'late' }>
type Connection = { client: net.Socket; server: net.Socket }

/**
 * Starts a TCP proxy that asks `draw` for the fault of each request. It knows only one thing about HTTP: the first data
 * from a client, or the first after an answer, is a request. Calls `onRequest` for each.
 */
export async function startFaultProxy(
  target: number,
  draw: () => Fault | undefined,
  onRequest: () => void = () => {},
): Promise<FaultProxy> {
  const counts = { requests: 0, slow: 0, cut: 0, reset: 0, misdate: 0, freeze: 0, late: 0 }
  const connections = new Set<Connection>()
  let isFaulty = true
  let isDown = false

  function nextFault(): Fault | undefined {
    counts.requests += 1
    onRequest()
    const fault = isFaulty ? draw() : undefined
    if (fault) counts[fault.kind] += 1
    return fault
  }

  const proxy = net.createServer((client) => {
    if (isDown) return client.resetAndDestroy()
    const connection = { client, server: net.connect(target, '127.0.0.1') }
    connections.add(connection)
    carry(connection, nextFault).finally(() => connections.delete(connection))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')

  function cutAll(): void {
    for (const connection of connections) hangUp(connection)
  }
  return {
    port: (proxy.address() as net.AddressInfo).port,
    counts,
    heal() {
      isFaulty = false
      isDown = false
      cutAll()
    },
    goDown() {
      isDown = true
      cutAll()
    },
    comeUp() {
      isDown = false
    },
    async close() {
      const closed = once(proxy, 'close')
      proxy.close()
      cutAll()
      await closed
    },
  }
}

/** Carries data both ways until the connection is cut. */
async function carry(connection: Connection, nextFault: () => Fault | undefined): Promise<void> {
  const { client, server } = connection
  const passed = { up: 0, down: 0 }
  const collected: Buffer[] = []
  let fault: Fault | undefined
  let late: Promise<unknown> | undefined
  let isAnswered = true

  async function up(): Promise<void> {
    for await (const chunk of client) {
      if (isAnswered) {
        isAnswered = false
        fault = nextFault()
        Object.assign(passed, { up: 0, down: 0 })
      }
      if (fault?.kind === 'late') {
        collected.push(chunk)
        late ??= sendLate(connection, collected, fault.ms)
      } else await pass(chunk, 'up', server)
    }
  }

  async function down(): Promise<void> {
    for await (const chunk of server) {
      isAnswered = true
      await pass(chunk, 'down', client)
    }
  }

  async function pass(chunk: Buffer, way: Way, to: net.Socket): Promise<void> {
    if (fault?.kind === 'slow') await pause(fault.ms)
    else if (fault && fault.kind !== 'late' && wayOf(fault) === way) {
      if (fault.kind === 'freeze') await pause(fault.ms)
      const room = roomFor(chunk, fault, passed[way])
      passed[way] += chunk.length
      if (chunk.length > room) {
        if (room > 0) await new Promise((written) => to.write(chunk.subarray(0, room), written))
        if (fault.kind === 'reset') client.resetAndDestroy()
        throw new Error('The connection is cut.')
      }
    }
    to.write(chunk)
  }

  for (const socket of [client, server]) socket.on('error', () => {})
  await Promise.race([up(), down()]).catch(() => {})
  await late?.catch(() => {})
  hangUp(connection)
}

const wayOf = (fault: Breaking) => (fault.kind === 'misdate' ? 'down' : fault.way)

/** Returns how many bytes of a chunk may still pass. */
function roomFor(chunk: Buffer, fault: Breaking, passed: number): number {
  switch (fault.kind) {
    case 'freeze':
      return 0
    case 'misdate':
      return chunk.indexOf(DATE) + DATE_LEFT
    default:
      return fault.afterBytes - passed
  }
}

function hangUp({ client, server }: Connection): void {
  client.destroy()
  server.destroy()
}

/** Collects the whole request, drops the phone, and sends the request to the server once no one waits for an answer. */
async function sendLate(
  { client, server }: Connection,
  collected: readonly Buffer[],
  ms: number,
): Promise<void> {
  await pause(COLLECT_MS)
  client.resetAndDestroy()
  await pause(ms)
  server.write(Buffer.concat(collected))
  await once(server, 'data', { signal: AbortSignal.timeout(5_000) })
}
