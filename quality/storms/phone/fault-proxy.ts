import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fault, Way } from './faults.ts'

/** A line between a phone and the server that breaks as it is told. */
export type FaultProxy = {
  port: number
  /** How often each fault has happened, and how many requests there were. */
  counts: Record<Fault['kind'] | 'requests', number>
  /** From now on it is a good line; what is frozen is cut. */
  heal(): void
  /** Nothing gets through until it is up again. */
  goDown(): void
  comeUp(): void
  close(): Promise<void>
}

/** So long a request is listened to that the server will hear late. */
const LISTEN_MS = 50

/** Of `Date: Sat, 21 Nov 2026 …` so much is left that it is the year 2020. */
const DATE = '\r\nDate: '
const DATE_LEFT = '\r\nDate: Sat, 21 Nov 20'.length

type Breaking = Exclude<Fault, { kind: 'slow' | 'late' }>
type Line = { client: net.Socket; server: net.Socket }

/**
 * A TCP proxy that asks `draw` before every request what is to become of it. It knows no HTTP but this: what a client
 * says after an answer, or at first, is a request. `onRequest` is told of each.
 */
export async function startFaultProxy(
  target: number,
  draw: () => Fault | undefined,
  onRequest: () => void = () => {},
): Promise<FaultProxy> {
  const counts = { requests: 0, slow: 0, cut: 0, reset: 0, misdate: 0, freeze: 0, late: 0 }
  const lines = new Set<Line>()
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
    const line = { client, server: net.connect(target, '127.0.0.1') }
    lines.add(line)
    carry(line, nextFault).finally(() => lines.delete(line))
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')

  function cutAll(): void {
    for (const line of lines) hangUp(line)
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

/** Carries both ways until the line is gone. */
async function carry(line: Line, nextFault: () => Fault | undefined): Promise<void> {
  const { client, server } = line
  const passed = { up: 0, down: 0 }
  const heard: Buffer[] = []
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
        heard.push(chunk)
        late ??= tellLate(line, heard, fault.ms)
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
        throw new Error('The line is cut.')
      }
    }
    to.write(chunk)
  }

  for (const socket of [client, server]) socket.on('error', () => {})
  await Promise.race([up(), down()]).catch(() => {})
  await late?.catch(() => {})
  hangUp(line)
}

const wayOf = (fault: Breaking) => (fault.kind === 'misdate' ? 'down' : fault.way)

/** How much of a chunk still passes, after what has passed. */
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

function hangUp({ client, server }: Line): void {
  client.destroy()
  server.destroy()
}

/** Hears the whole request, hangs up on the phone, and tells the server when nobody waits for the answer. */
async function tellLate({ client, server }: Line, heard: readonly Buffer[], ms: number): Promise<void> {
  await pause(LISTEN_MS)
  client.resetAndDestroy()
  await pause(ms)
  server.write(Buffer.concat(heard))
  await once(server, 'data', { signal: AbortSignal.timeout(5_000) })
}
