import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { parsePostgresAddress } from '../db/postgres/postgres-address.ts'

/** What has to be said on a line for its answer to be held back. */
type Expected = { text: string; isSaid: boolean; answered(held: HeldAnswer): void }

/** A TCP line between processes and what they ask, on which an answer can be held back. */
export type Line = { port: number; expected?: Expected; close(): void }

/** An answer that nobody has heard: what was asked is done. `pass` lets it through. */
export type HeldAnswer = { line: Line; pass(): void }

/**
 * Holds the answer to whatever is the first to say `text` on one of these lines, and all that follows on that
 * connection. Resolves when the answer is there.
 */
export function holdAnswerTo(text: string, lines: readonly Line[]): Promise<HeldAnswer> {
  const { promise, resolve } = Promise.withResolvers<HeldAnswer>()
  const expected = { text, isSaid: false, answered: resolve }
  for (const line of lines) line.expected = expected
  return promise
}

/** Opens a line to a server of this machine or another. */
export async function openLine(target: net.NetConnectOpts): Promise<Line> {
  const server = net.createServer((near) => carry(line, near, net.connect(target)))
  const line: Line = { port: 0, close: () => server.close() }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  line.port = (server.address() as AddressInfo).port
  return line
}

/** Opens a line to the PostgreSQL at `url`; with the address of the same database over it. */
export async function openPostgresLine(url: string): Promise<{ line: Line; url: string }> {
  const address = parsePostgresAddress(url)
  if (!address.ok) throw new Error(`The address of the database ${address.failure.sentence}`)
  const [{ host, port }] = address.value.hosts
  const line = await openLine(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const over = new URL(url)
  over.hostname = '127.0.0.1'
  over.port = String(line.port)
  for (const place of ['host', 'port']) over.searchParams.delete(place)
  return { line, url: over.href }
}

function carry(line: Line, near: net.Socket, far: net.Socket): void {
  let held: Expected | undefined
  const kept: Buffer[] = []
  const pass = () => {
    held = undefined
    for (const answer of kept.splice(0)) near.write(answer)
  }
  near.on('data', (said) => {
    const { expected } = line
    if (expected && !expected.isSaid && said.includes(expected.text)) {
      expected.isSaid = true
      held = expected
    }
    far.write(said)
  })
  far.on('data', (answer) => {
    if (!held) return void near.write(answer)
    kept.push(answer)
    held.answered({ line, pass })
  })
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => one.destroy())
    one.on('close', () => other.destroy())
  }
}
