import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { PUBLIC_KEY, type ServedTables, serveTables } from './test-server.ts'

const LARGE = '/rest/v1/opportunities?select=notes'

let server: ServedTables
let clients: net.Socket[] = []
beforeAll(async () => {
  server = await serveTables('postgres')
  await sql`insert into opportunities (session_id, notes)
    select 'sale_' || n, repeat('n', 1000000) from generate_series(1, 60) n`.execute(server.db)
})
afterEach(() => {
  for (const client of clients) client.destroy()
  clients = []
})
afterAll(() => server?.stop())

/** Asks, and takes no more than the beginning of the answer; gives the server's end of the connection. */
async function askWithoutReading(): Promise<net.Socket> {
  const accepted = once(server.http, 'connection')
  const client = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  clients.push(client)
  client.write(`GET ${LARGE} HTTP/1.1\r\nhost: localhost\r\napikey: ${PUBLIC_KEY}\r\n\r\n`)
  await once(client, 'readable')
  const [socket] = await accepted
  return socket
}

async function read(path: string) {
  const response = await server.call('GET', path, { headers: { 'accept-encoding': 'identity' } })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

it('large answers are not given while others wait for clients that do not take them, small ones are', async () => {
  await askWithoutReading()
  await askWithoutReading()
  const { status, headers, json } = await read(LARGE)
  expect([status, json]).toEqual([503, expect.objectContaining({ code: 'too-busy' })])
  expect([headers.has('retry-after'), headers.has('content-range')]).toEqual([true, false])
  expect((await read(`${LARGE}&limit=1`)).status).toBe(200)
  for (const client of clients) client.destroy()
  await vi.waitFor(async () => expect((await read(LARGE)).status).toBe(200), 15_000)
})

it('a client that takes nothing for a minute is let go', async () => {
  const socket = await askWithoutReading()
  expect(socket.timeout).toBe(60_000)
  socket.emit('timeout')
  await once(socket, 'close')
})
