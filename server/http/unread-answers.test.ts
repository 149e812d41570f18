import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendAnswer } from '../postgrest/send-answer.ts'
import { holdUnreadAnswers } from './unread-answers.ts'

/** The server has room for two of these, but not for three. */
const LARGE = Buffer.alloc(60_000_000, 'n')
const SMALL = Buffer.alloc(1_000_000, 'n')
const headers = { 'content-range': '0-59/*' }

let app: ReturnType<typeof Fastify>
let port: number
let clients: net.Socket[] = []
beforeEach(async () => {
  app = Fastify()
  const hold = holdUnreadAnswers()
  const send = (json: Buffer) => (_: unknown, reply: FastifyReply) =>
    sendAnswer(reply, { ok: true, value: { status: 200, headers, text: json } }, hold)
  app.get('/large', send(LARGE)).post('/large', send(LARGE))
  app.get('/small', send(SMALL)).post('/medium', send(Buffer.concat([SMALL, SMALL])))
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const client of clients) client.destroy()
  clients = []
  await app.close()
})

/** Sends a request and reads only the beginning of the response. Returns both ends of the connection. */
async function askWithoutReading(method = 'GET') {
  const accepted = once(app.server, 'connection')
  const client = net.connect(port, '127.0.0.1')
  client.on('error', () => {})
  clients.push(client)
  client.write(`${method} /large HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`)
  await once(client, 'readable')
  const [socket] = (await accepted) as [net.Socket]
  return { client, socket }
}

/** Reads at least `bytes` bytes and returns how many it read. */
async function take(client: net.Socket, bytes: number): Promise<number> {
  let taken = 0
  while (taken < bytes) {
    const piece: Buffer | null = client.read()
    if (piece) taken += piece.length
    else await once(client, 'readable')
  }
  return taken
}

const call = async (method: string, path: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('refuses a large read while slow clients fill the room, but answers a small one', async () => {
  const asked = [await askWithoutReading(), await askWithoutReading()]
  const refused = await call('GET', '/large')
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    503,
    expect.objectContaining({ code: 'too-busy' }),
  ])
  expect([refused.headers.has('retry-after'), refused.headers.has('content-range')]).toEqual([true, false])
  expect((await call('GET', '/small')).status).toBe(200)
  const gone = asked.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)))
  for (const { client } of asked) client.destroy()
  await Promise.all(gone)
  expect((await call('GET', '/large')).status).toBe(200)
})

test('disconnects a client that reads nothing for a minute', async () => {
  const { socket } = await askWithoutReading()
  expect(socket.timeout).toBe(60_000)
  socket.emit('timeout')
  await once(socket, 'close')
})

test('makes room by disconnecting a client at 60 KB/s of a large answer, not a phone at 20 KB/s of its list', async () => {
  const phone = await askWithoutReading()
  const dripping = await askWithoutReading()
  // Meanwhile, a phone at 20 KB/s reads two thirds of a list of 600 KB.
  const taken = await take(phone.client, (LARGE.length * 2) / 3)
  await take(dripping.client, 20 * 60_000)
  vi.advanceTimersByTime(20_000)
  expect((await call('GET', '/large')).status).toBe(200)
  expect([phone.socket.destroyed, dripping.socket.destroyed]).toEqual([false, true])
  await take(phone.client, LARGE.length - taken)
})

test('answers every write, and disconnects the slowest client that does not read its answer', async () => {
  const writers = []
  for (let n = 0; n < 3; n++) writers.push(await askWithoutReading('POST'))
  expect(writers.filter(({ socket }) => !socket.destroyed)).toHaveLength(2)
  expect(await call('POST', '/medium')).toMatchObject({ status: 200, body: expect.stringMatching(/^n+$/) })
})
