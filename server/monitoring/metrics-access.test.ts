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
  'without a key serves this machine at %s',
  async (remoteAddress) => {
    expect(await statusFor(undefined, { remoteAddress })).toBe(200)
  },
)

test.each([
  ['from another machine', { remoteAddress: '10.0.0.5' }],
  [
    'that claims to come from this machine',
    { remoteAddress: '10.0.0.5', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['through a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  ['through a proxy that names itself only', { headers: { via: '1.1 Caddy' } }],
  ['for the public host', { headers: { host: 'sales.example' } }],
])('without a key refuses a request %s', async (_, call) => {
  expect(await statusFor(undefined, call)).toBe(403)
})

test('serves any request that sends the key, from any address and for any host', async () => {
  const headers = { authorization: 'Bearer m3trics', host: 'app1:3000', 'x-forwarded-for': '203.0.113.7' }
  expect(await statusFor('m3trics', { remoteAddress: '10.0.0.5', headers })).toBe(200)
})

test.each([undefined, 'Bearer wrong', 'Bearer '])(
  'with a key refuses %s, from this machine too',
  async (authorization) => {
    expect(
      await statusFor('m3trics', authorization === undefined ? {} : { headers: { authorization } }),
    ).toBe(401)
  },
)
