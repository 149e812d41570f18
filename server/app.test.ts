import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { configFromEnv } from './config.ts'
import { type Context, createContext } from './context.ts'
import { LIMITS } from './http/rate-limits/limits.ts'
import { createLog } from './log.ts'
import { type FreshPostgres, freshMigratedUrl } from './testing/databases.ts'

const ID = '0123456789abcdef0123456789abcdef'

let postgres: FreshPostgres
let context: Context
let app: FastifyInstance
beforeEach(async () => {
  postgres = await freshMigratedUrl()
  const config = configFromEnv({ DATABASE_URL: postgres.url })
  if (!config.ok) throw new Error(config.failure.sentence)
  context = await createContext(config.value, createLog('silent'))
  app = createApp(context)
})
afterEach(async () => {
  await app?.close()
  await postgres?.drop()
})

test('returns the id that came with the request', async () => {
  const headers = { 'x-request-id': ID }
  for (const url of ['/healthz', '/rest/v1/leads', '/nowhere'])
    expect((await app.inject({ url, headers })).headers['x-request-id']).toBe(ID)
})

test.each([
  ['GET', '/functions/v1/verify-sales', 'POST'],
  ['DELETE', '/functions/v1/visits/?lead_id=1', 'POST, GET, HEAD'],
  ['PATCH', '/functions/v1/back-office/documents/sale_1/2.pdf', 'GET, HEAD'],
  ['GET', '/functions/v1/verify%2Dsales', 'POST'],
] as const)(
  '%s %s returns 405 and names the methods that the address supports',
  async (method, url, allowed) => {
    const answer = await app.inject({ method, url })
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
      405,
      'method-not-allowed',
      allowed,
    ])
  },
)

test.each(['/functions/v1/nothing', '/functions/v1/('])('POST %s returns 404', async (url) => {
  expect((await app.inject({ method: 'POST', url })).json()).toMatchObject({ code: 'not-found' })
})

test('forbids content sniffing on every answer', async () => {
  for (const url of ['/', '/healthz', '/rest/v1/leads', '/nowhere'])
    expect((await app.inject(url)).headers['x-content-type-options']).toBe('nosniff')
})

test('refuses a request for a strange host', async () => {
  for (const url of ['/', '/rest/v1/leads', '/realtime/v1/changes'])
    expect((await app.inject({ url, headers: { host: 'evil.example' } })).statusCode).toBe(421)
})

test('refuses a device that floods it, and counts the refusal', async () => {
  const read = () => app.inject({ url: '/rest/v1/leads', headers: { 'x-device': 'runaway-1' } })
  for (let calls = 0; calls < LIMITS.other.device; calls++) await read()
  const refused = await read()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('too-many-calls')
  expect((await app.inject('/metrics')).body).toContain(
    'doorstep_limited_calls_total{kind="other",by="device"} 1',
  )
})

test("reports the worst of what the phones' outboxes hold", async () => {
  for (const outbox of ['3;7200', '1;86400', 'three', '2;'])
    await app.inject({ url: '/healthz', headers: { 'x-outbox': outbox } })
  const { body } = await app.inject('/metrics')
  expect(body).toContain('\ndoorstep_outbox_sales 3\n')
  expect(body).toContain('\ndoorstep_outbox_oldest_seconds 86400\n')
})

test('disconnects a client that takes ten seconds over its headers', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  expect(app.server.headersTimeout).toBe(10_000)
  app.server.headersTimeout = 50
  const { port } = app.server.address() as AddressInfo
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write('GET /rest/v1/leads HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
  const [answer] = await once(socket, 'data')
  expect(answer).toMatch(/^HTTP\/1.1 408 (.|\r\n)+"code":"too-slow"/)
  socket.destroy()
})

test('refuses a body that is not UTF-8 instead of storing replacement characters', async () => {
  const headers = { 'content-type': 'application/json', apikey: 'public-anon-key' }
  const payload = Buffer.from([
    ...Buffer.from('{"session_id":"a","notes":"'),
    0xff,
    0xfe,
    ...Buffer.from('"}'),
  ])
  const answers = await Promise.all(
    ['/rest/v1/opportunities', '/functions/v1/sales-progress', '/functions/v1/verify-sales'].map((url) =>
      app.inject({ method: 'POST', url, headers, payload }),
    ),
  )
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
    Array(3).fill([400, 'PGRST102']),
  )
  const sync = await app.inject({
    method: 'POST',
    url: '/functions/v1/ghl-sync?endpoint=create-opportunity',
    headers,
    payload,
  })
  expect([sync.statusCode, sync.json()]).toEqual([400, { error: expect.stringContaining('JSON') }])
})

test('answers a body that is too large on a connection that stays open', async () => {
  const payload = JSON.stringify({ notes: 'n'.repeat(1024 * 1024) })
  for (const url of ['/rest/v1/opportunities', '/functions/v1/ghl-sync?endpoint=create-opportunity']) {
    const headers = { 'content-type': 'application/json', apikey: 'public-anon-key' }
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode).toBe(413)
    expect(answer.headers.connection).not.toBe('close')
  }
})

test.each(['/%', '/%ff', '/admin/%E0%A4%A/x'])(
  'shows a person a page if the address %s is unreadable, and gives a program a problem',
  async (url) => {
    const page = await app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })
    expect(page.headers['content-type']).toMatch(/^text\//)
    const error = await app.inject({ url })
    expect([error.statusCode, error.headers['content-type']]).toEqual([
      400,
      'application/json; charset=utf-8',
    ])
    expect(error.json()).toMatchObject({ code: 'bad-request', message: expect.not.stringContaining('%') })
  },
)

test('closes although a browser has opened a connection it has not used', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const accepted = once(app.server, 'connection')
  const unused = net.connect(port, '127.0.0.1')
  const ended = once(unused, 'close')
  await accepted
  await app.close()
  await ended
})

test('refuses unknown paths and malformed HTTP like any other request', async () => {
  for (const [method, url] of [
    ['POST', '/rest/v2/'],
    ['DELETE', '/nowhere'],
    ['GET', '/functions/v1/nothing'],
  ] as const) {
    const answer = await app.inject({ method, url })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      code: 'not-found',
      message: expect.any(String),
      details: null,
      hint: null,
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  for (const [said, status, code] of [
    ['this is not HTTP\r\n\r\n', 400, 'bad-request'],
    [`GET /?${'x'.repeat(70_000)} HTTP/1.1\r\n\r\n`, 431, 'headers-too-large'],
  ] as const) {
    const { port } = app.server.address() as AddressInfo
    const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write(said)
    const [answer] = await once(socket, 'data')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} (.|\\r\\n)+"code":"${code}"`))
    socket.destroy()
  }
})

test('refuses a body that is too large without breaking the connection', async () => {
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/rest/v1/opportunities`
  const headers = { apikey: 'public-anon-key', 'content-type': 'application/json' }
  const body = JSON.stringify({ session_id: 'a', notes: 'x'.repeat(5 * 1024 * 1024) })
  for (let calls = 0; calls < 20; calls++)
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(413)
})

test('still answers while it stops, and asks for no further requests', async () => {
  expect((await app.inject('/healthz')).headers.connection).not.toBe('close')
  context.stopping.abort()
  for (const [url, status] of [
    ['/healthz', 200],
    ['/readyz', 503],
    ['/rest/v1/leads', 401],
  ] as const) {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers.connection]).toEqual([status, 'close'])
  }
})

test('counts its requests in the metrics', async () => {
  await app.inject('/rest/v1/leads')
  expect((await app.inject('/metrics')).body).toContain(
    'doorstep_http_request_duration_seconds_count{method="GET",route="/rest/v1/:table",status="401"} 1',
  )
})
