import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { allowMetrics } from './metrics-access.ts'

let app: FastifyInstance
afterEach(() => app?.close())

async function statusFor(
  key: string | undefined,
  call: { remoteAddress?: string; headers?: Record<string, string> },
): Promise<number> {
  app = Fastify({ trustProxy: true })
  app.get('/metrics', { onRequest: allowMetrics(key) }, async () => 'metrics')
  return (await app.inject({ url: '/metrics', ...call })).statusCode
}

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'Without a key, this machine may read the metrics at %s',
  async (remoteAddress) => {
    expect(await statusFor(undefined, { remoteAddress })).toBe(200)
  },
)

test.each([
  ['if it is from another machine', { remoteAddress: '10.0.0.5' }],
  [
    'if it claims to come from this machine',
    { remoteAddress: '10.0.0.5', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['if it came through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['if it came through a proxy that only names itself', { headers: { via: '1.1 Caddy' } }],
  ['if it is for the public host', { headers: { host: 'sales.example' } }],
])('Without a key, a request is refused %s', async (_, call) => {
  expect(await statusFor(undefined, call)).toBe(403)
})

test('With the key, any address may read the metrics for any host', async () => {
  const headers = { authorization: 'Bearer m3trics', host: 'app1:3000', 'x-forwarded-for': '203.0.113.7' }
  expect(await statusFor('m3trics', { remoteAddress: '10.0.0.5', headers })).toBe(200)
})

test.each([undefined, 'Bearer wrong', 'Bearer '])(
  'With a key set, %s is refused even from this machine',
  async (authorization) => {
    expect(
      await statusFor('m3trics', authorization === undefined ? {} : { headers: { authorization } }),
    ).toBe(401)
  },
)
