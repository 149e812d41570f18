import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { allowOrigins, refuseOtherOrigins } from './other-origins.ts'

const APP = 'https://app.example'
const LEADS = '/rest/v1/leads?select=*'

let app: FastifyInstance
afterEach(() => app?.close())

/** Starts a server with a key. As in the real one, its refusals come after the hook. */
function serve(corsOrigins: string[]) {
  app = Fastify()
  allowOrigins(app, { corsOrigins })
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers['apikey'] !== 'key') await reply.code(401).send({ code: 'invalid-key' })
  })
  for (const path of ['/rest/v1/:table', '/functions/v1/visits', '/openapi.json', '/webhooks/ghl', '/'])
    app.get(path, async (_request, reply) => reply.header('vary', 'Accept-Encoding').send('served'))
}

const get = (url: string, origin?: string, apikey = 'key') =>
  app.inject({ url, headers: { apikey, ...(origin && { origin }) } })

const preflight = (origin: string, url = LEADS) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,authorization,prefer,x-client-info',
    },
  })

describe('a page of an allowed origin', () => {
  test.each([LEADS, '/rest/v1', '/functions/v1/visits', '/openapi.json'])(
    'reads the response of %s with all its headers',
    async (url) => {
      serve([APP, 'http://localhost:5173'])
      const { headers } = await get(url, APP)
      expect(headers).toMatchObject({
        'access-control-allow-origin': APP,
        'access-control-expose-headers': '*',
      })
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    },
  )

  test('reads why it was refused', async () => {
    serve([APP])
    const refused = await get(LEADS, APP, 'wrong')
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['access-control-allow-origin']).toBe(APP)
    expect((await get('/rest/v1/leads/5', APP)).headers['access-control-allow-origin']).toBe(APP)
  })

  test('may ask first without the key, for any method and header', async () => {
    serve([APP])
    const { statusCode, headers } = await preflight(APP)
    expect(statusCode).toBe(204)
    expect(headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'apikey,authorization,prefer,x-client-info',
      'access-control-max-age': '7200',
      vary: 'Origin',
    })
  })

  test.each(['/', '/webhooks/ghl', '/rest/v10/leads'])('gets no access to %s', async (url) => {
    serve([APP])
    for (const { headers } of [await get(url, APP), await preflight(APP, url)]) {
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers['vary']).not.toBe('Origin')
    }
  })
})

test('keeps the responses to different origins apart in caches', async () => {
  serve([APP])
  for (const origin of [APP, undefined, 'https://other.example'])
    expect((await get(LEADS, origin)).headers['vary']).toBe('Accept-Encoding, Origin')
})

test.each(['https://other.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
  'gives the origin %s no permission',
  async (origin) => {
    serve([APP])
    for (const { headers } of [await get(LEADS, origin), await preflight(origin)])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  },
)

test('gives no origin a permission if the setting is empty', async () => {
  serve([])
  const { headers } = await get(LEADS, APP)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers['vary']).toBe('Accept-Encoding')
  expect((await preflight(APP)).statusCode).toBe(401)
})

describe('a socket', () => {
  const open = async (origin: string | undefined, host = 'sales.example') => {
    app = Fastify()
    app.addHook(
      'onRequest',
      refuseOtherOrigins({ corsOrigins: [APP], publicUrl: 'https://sales.example/app' }),
    )
    app.get('/', async () => 'opened')
    const { statusCode, body } = await app.inject({ url: '/', headers: { host, ...(origin && { origin }) } })
    return statusCode === 200 ? body : JSON.parse(body).code
  }

  test.each([
    ['a client that is no page', undefined, '127.0.0.1:3000'],
    ['a page of this server', 'http://127.0.0.1:3000', '127.0.0.1:3000'],
    ['a page of this server behind a proxy that changes the host', 'https://sales.example', '127.0.0.1:3000'],
    ['a page of an origin that may', APP, 'sales.example'],
  ])('is opened to %s', async (_, origin, host) => {
    expect(await open(origin, host)).toBe('opened')
  })

  test.each(['https://other.example', 'http://127.0.0.1:3001', 'null', ''])(
    'is refused to a page of the origin "%s"',
    async (origin) => {
      expect(await open(origin || 'about:blank', '127.0.0.1:3000')).toBe('other-origin')
    },
  )
})
