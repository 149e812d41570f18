import { once } from 'node:events'
import net from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PUBLIC_KEY, type ServedTables, serveTables } from '../postgrest/test-server.ts'

const SALES = 60
/** Two such answers find room, three do not. */
const LARGE = '/rest/v1/opportunities?select=notes'
const LARGE_BYTES = SALES * 1_000_000
const EXISTING = Array.from({ length: SALES }, (_, n) => ({ session_id: `sale_${n + 1}` }))

let server: ServedTables
let clients: net.Socket[] = []
beforeAll(async () => {
  server = await serveTables('postgres')
  await sql`insert into opportunities (session_id, notes)
    select 'sale_' || n, repeat('n', 1000000) from generate_series(1, ${sql.lit(SALES)}) n`.execute(server.db)
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  vi.useRealTimers()
  for (const client of clients) client.destroy()
  clients = []
})
afterAll(() => server?.stop())

/** Asks, and takes no more than the beginning of the answer; gives both ends of the connection. */
async function askWithoutReading(method = 'GET', body = '') {
  const accepted = once(server.http, 'connection')
  const client = net.connect(Number(new URL(server.url).port), '127.0.0.1')
  client.on('error', () => {})
  clients.push(client)
  const headers = [
    `apikey: ${PUBLIC_KEY}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  client.write(`${method} ${LARGE} HTTP/1.1\r\nhost: localhost\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  await once(client, 'readable')
  const [socket] = (await accepted) as [net.Socket]
  return { client, socket }
}

/** Takes at least so much, and says how much. */
async function take(client: net.Socket, bytes: number): Promise<number> {
  let taken = 0
  while (taken < bytes) {
    const piece: Buffer | null = client.read()
    if (piece) taken += piece.length
    else await once(client, 'readable')
  }
  return taken
}

async function call(method: string, path: string, body?: unknown) {
  const response = await server.call(method, path, { body, headers: { 'accept-encoding': 'identity' } })
  return { status: response.status, headers: response.headers, json: await response.json() }
}
const read = (path: string) => call('GET', path)

it('large answers are not given while others wait for clients that have just begun to take them, small ones are', async () => {
  const asked = [await askWithoutReading(), await askWithoutReading()]
  const { status, headers, json } = await read(LARGE)
  expect([status, json]).toEqual([503, expect.objectContaining({ code: 'too-busy' })])
  expect([headers.has('retry-after'), headers.has('content-range')]).toEqual([true, false])
  expect((await read(`${LARGE}&limit=1`)).status).toBe(200)
  const gone = asked.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)))
  for (const { client } of asked) client.destroy()
  await Promise.all(gone)
  expect((await read(LARGE)).status).toBe(200)
})

it('a client that takes nothing for a minute is let go', async () => {
  const { socket } = await askWithoutReading()
  expect(socket.timeout).toBe(60_000)
  socket.emit('timeout')
  await once(socket, 'close')
})

it('whoever takes 60 KB a second of a large answer is let go when others want the room, a phone that takes its list at 20 is not', async () => {
  const phone = await askWithoutReading()
  const dripping = await askWithoutReading()
  // In these seconds such a phone takes two thirds of a list of 600 KB.
  const taken = await take(phone.client, (LARGE_BYTES * 2) / 3)
  await take(dripping.client, 20 * 60_000)
  vi.advanceTimersByTime(20_000)
  expect((await read(LARGE)).status).toBe(200)
  expect([phone.socket.destroyed, dripping.socket.destroyed]).toEqual([false, true])
  await take(phone.client, LARGE_BYTES - taken)
})

it('clients that repeat a write, and take no answer, have no more room than others, and none is refused', async () => {
  const writers = []
  for (let n = 0; n < 3; n++) writers.push(await askWithoutReading('POST', JSON.stringify(EXISTING)))
  expect(writers.filter(({ socket }) => !socket.destroyed)).toHaveLength(2)
  const twoMegabytes = 'select=session_id,a:notes,b:notes'
  const repeated = await call('POST', `/rest/v1/opportunities?${twoMegabytes}`, EXISTING[0])
  expect([repeated.status, repeated.json]).toEqual([200, [expect.objectContaining({ session_id: 'sale_1' })]])
})
