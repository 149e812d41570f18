import { once } from 'node:events'
import net from 'node:net'
import { expect } from 'vitest'
import { freshPostgresUrl } from './databases.ts'
import { startServerProcess } from './server-process.ts'

const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }

/** A client on a plain socket. `receive` resolves once the server has sent the text. */
export type Follower = { write(data: string | Uint8Array): void; receive(text: string): Promise<void> }

/** Starts a server process on PostgreSQL. Each client costs the test only a socket. */
export async function serveMany() {
  const database = await freshPostgresUrl()
  const server = await startServerProcess({ DATABASE_URL: database.url })
  const sockets: net.Socket[] = []

  return {
    connect(): Follower {
      const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1')
      sockets.push(socket)
      let unread = ''
      return {
        write: (data) => void socket.write(data),
        async receive(text) {
          while (!unread.replaceAll(': ', ':').includes(text))
            unread += String((await once(socket, 'data'))[0])
          unread = ''
        },
      }
    },
    async sell(session_id: string): Promise<void> {
      const body = JSON.stringify({ session_id })
      const { status } = await fetch(`${server.url}/rest/v1/opportunities`, { method: 'POST', headers, body })
      expect(status).toBe(201)
    },
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.kill('SIGKILL')
      await server.exitCode
      await database.drop()
    },
  }
}
