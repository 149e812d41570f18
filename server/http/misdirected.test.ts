import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { retryClassOf } from '#protocol/retry-class.ts'
import { refuseMisdirected } from './misdirected.ts'

let app: FastifyInstance
afterEach(() => app?.close())

function serve(publicUrl?: string) {
  app = Fastify()
  app.addHook('onRequest', refuseMisdirected(publicUrl))
  for (const path of ['/', '/healthz', '/readyz']) app.get(path, async () => 'served')
}

const statusFor = async (host: string, url = '/') => (await app.inject({ url, headers: { host } })).statusCode

test.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.8.9.1:80', '[::1]:3000', '[::1]'])(
  'answers a request for the loopback host %s',
  async (host) => {
    serve()
    expect(await statusFor(host)).toBe(200)
  },
)

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example:3000',
  'evil.example:127.0.0.1',
  '10.0.0.5',
])('refuses a request for the host "%s" and says which setting to change', async (host) => {
  serve()
  const refused = await app.inject({ url: '/', headers: { host } })
  expect(refused.statusCode).toBe(421)
  expect(refused.json()).toMatchObject({
    code: 'misdirected',
    message: expect.stringContaining('PUBLIC_URL'),
  })
})

test('refuses an unknown host even if the path does not exist', async () => {
  serve()
  expect(await statusFor('evil.example', '/nowhere')).toBe(421)
})

test('is temporary for a phone, which keeps the call and retries', () => {
  expect(retryClassOf(421)).toBe('later')
})

test.each([
  ['https://Sales.example', 'sales.example'],
  ['https://sales.example', 'SALES.example:443'],
  ['https://sales.example:8443/app', 'sales.example'],
  ['https://[fd00::1]', '[FD00::1]:443'],
])('with the public address %s accepts the host %s', async (publicUrl, host) => {
  serve(publicUrl)
  expect(await statusFor(host)).toBe(200)
  expect(await statusFor('127.0.0.1')).toBe(200)
  expect(await statusFor('other.example')).toBe(421)
})

test("answers probes under any host, because a proxy may use the container's name", async () => {
  serve('https://sales.example')
  for (const url of ['/healthz', '/readyz']) expect(await statusFor('app1:3000', url)).toBe(200)
})

test.each([
  ['/', 'localhost', 'evil.example'],
  ['/', 'localhost', 'localhost'],
  ['/healthz', 'localhost', 'evil.example'],
])('refuses two Host lines at %s', async (url, ...hosts) => {
  serve()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  const lines = hosts.map((host) => `Host: ${host}\r\n`)
  socket.write(`GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [answer] = await once(socket, 'data')
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  socket.destroy()
})
