import { once } from 'node:events'
import net from 'node:net'
import { CHANGES_PATH, SOCKET_PATH } from '#protocol/changes.ts'

/**
 * How a client follows the leads: the messages it sends, each with the text to wait for in the answer, and a text that
 * every change contains.
 */
export type Kind = { steps: readonly { send: string | Buffer; until: string }[]; change: string }

const upgrade = (path: string) => ({
  send: [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n'),
  until: '101 Switching Protocols',
})

/** Returns a WebSocket frame for a message of fewer than 126 bytes, with a mask of zeros. */
function toFrame(message: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
}

const JOIN = ['1', '1', 'realtime:leads', 'phx_join', { config: { postgres_changes: [{ table: 'leads' }] } }]

export const BARE_SOCKET: Kind = { steps: [upgrade('/')], change: '"UPDATE"' }
export const OFFICIAL_SOCKET: Kind = {
  steps: [
    upgrade(`${SOCKET_PATH}?apikey=public-anon-key&vsn=2.0.0`),
    { send: toFrame(JOIN), until: 'Subscribed to PostgreSQL' },
  ],
  change: '"UPDATE"',
}
export const STREAM: Kind = {
  steps: [
    {
      send: `GET ${CHANGES_PATH}?apikey=public-anon-key HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      until: 'event: ready',
    },
  ],
  change: '"UPDATE"',
}

const OPENED_AT_ONCE = 100

/** Many clients of one kind. Each is a plain socket, so that they take little of the machine. */
export class Followers {
  readonly #sockets: net.Socket[] = []
  #missing = 0
  #all = Promise.withResolvers<void>()

  /** Opens the clients. Resolves when all of them follow. */
  static async open(port: number, count: number, kind: Kind): Promise<Followers> {
    const followers = new Followers()
    for (let opened = 0; opened < count; opened += OPENED_AT_ONCE)
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => followers.#add(port, kind)))
    return followers
  }

  /** Resolves when each client has received one more change. */
  expectChange(): Promise<void> {
    this.#missing = this.#sockets.length
    this.#all = Promise.withResolvers()
    return this.#all.promise
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async #add(port: number, { steps, change }: Kind): Promise<void> {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    for (const { send, until } of steps) {
      socket.write(send)
      let received = ''
      while (!received.includes(until)) received += String((await once(socket, 'data'))[0])
    }
    this.#sockets.push(socket)
    socket.on('data', (bytes) => {
      if (!bytes.includes(change)) return
      this.#missing -= 1
      if (this.#missing === 0) this.#all.resolve()
    })
  }
}
