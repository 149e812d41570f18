import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { parsePostgresAddress } from '../db/postgres/postgres-address.ts'

/** The text that a client must send so that the answer is held back. */
type Expected = { text: string; isSent: boolean; answered(held: HeldAnswer): void }

/** A TCP proxy between two processes. It can hold back an answer, and cut the open connections. */
export type TcpProxy = { port: number; expected?: Expected; cut(): void; close(): void }

/** An answer that has not been passed on, although the work is done. `pass` lets it through. */
export type HeldAnswer = { pass(): void }

/**
 * Holds back the answer to the first request through the proxy that contains `text`, and everything after it on that
 * connection. Resolves when the answer has arrived.
 */
export function holdAnswerTo(text: string, proxy: TcpProxy): Promise<HeldAnswer> {
  const { promise, resolve } = Promise.withResolvers<HeldAnswer>()
  proxy.expected = { text, isSent: false, answered: resolve }
  return promise
}

/** Opens a proxy to a server on this machine or another. */
export async function openProxy(target: net.NetConnectOpts): Promise<TcpProxy> {
  const open = new Set<net.Socket>()
  const server = net.createServer((near) => {
    open.add(near)
    near.once('close', () => open.delete(near))
    carry(proxy, near, net.connect(target))
  })
  const cut = () => {
    for (const near of open) near.destroy()
  }
  const proxy: TcpProxy = { port: 0, cut, close: () => server.close() }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  proxy.port = (server.address() as AddressInfo).port
  return proxy
}

/** Opens a proxy to the PostgreSQL at `url`. Returns it with the address of the same database through it. */
export async function openPostgresProxy(url: string): Promise<{ proxy: TcpProxy; url: string }> {
  const address = parsePostgresAddress(url)
  if (!address.ok) throw new Error(`The address of the database ${address.failure.sentence}`)
  const [{ host, port }] = address.value.hosts
  const proxy = await openProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const over = new URL(url)
  over.hostname = '127.0.0.1'
  over.port = String(proxy.port)
  for (const place of ['host', 'port']) over.searchParams.delete(place)
  return { proxy, url: over.href }
}

function carry(proxy: TcpProxy, near: net.Socket, far: net.Socket): void {
  let held: Expected | undefined
  const kept: Buffer[] = []
  const pass = () => {
    held = undefined
    for (const answer of kept.splice(0)) near.write(answer)
  }
  near.on('data', (sent) => {
    const { expected } = proxy
    if (expected && !expected.isSent && sent.includes(expected.text)) {
      expected.isSent = true
      held = expected
    }
    far.write(sent)
  })
  far.on('data', (answer) => {
    if (!held) return void near.write(answer)
    kept.push(answer)
    held.answered({ pass })
  })
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    one.on('error', () => one.destroy())
    one.on('close', () => other.destroy())
  }
}
