import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createApp } from '../app.ts'
import { configFromEnv } from '../config.ts'
import { createContext } from '../context.ts'
import { createLog } from '../log.ts'
import { type FreshPostgres, freshMigratedUrl } from '../testing/databases.ts'

type Operation = {
  operationId: string
  parameters: { name: string; in: string; schema: object }[]
  requestBody?: { content: { 'application/json': { schema: object } } }
  security?: object[]
}
type Document = { servers: object[]; paths: Record<string, Record<string, Operation>> }

let postgres: FreshPostgres
let app: FastifyInstance
let document: Document
const routes: RouteOptions[] = []

beforeAll(async () => {
  postgres = await freshMigratedUrl()
  const config = configFromEnv({ DATABASE_URL: postgres.url })
  if (!config.ok) throw new Error(config.failure.sentence)
  app = createApp(await createContext(config.value, createLog('silent')))
  app.addHook('onRoute', (route) => void routes.push(route))
  document = (await app.inject('/openapi.json')).json()
})
afterAll(async () => {
  await app?.close()
  await postgres?.drop()
})

const key = { apikey: 'public-anon-key' }
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(document)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('names the address at which it was read', () => {
  expect(document.servers).toEqual([{ url: 'http://localhost:80' }])
})

test('describes every function', () => {
  const functions = routes.filter(({ url }) => url.startsWith('/functions/v1/'))
  expect(functions.length).toBeGreaterThan(30)
  const undescribed = functions.filter(({ config }) => config?.describes === undefined)
  expect(undescribed.map(({ method, url }) => `${method} ${url}`)).toEqual([])
})

test('gives every operation a unique name, and every parameter of a path a schema', () => {
  const names = operations().map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const { path, parameters } of operations())
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      expect(parameters).toContainEqual(
        expect.objectContaining({ name, in: 'path', schema: expect.anything() }),
      )
})

test('describes what the checks demand', () => {
  const verify = document.paths['/functions/v1/verify-sales']?.['post']
  expect(verify?.requestBody?.content['application/json'].schema).toMatchObject({
    required: ['sales'],
    properties: { sales: { maxItems: 500, items: { required: ['session_id', 'sha256'] } } },
  })
  const deliveries = document.paths['/functions/v1/back-office/deliveries']?.['get']
  expect(deliveries?.parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { default: 50, type: 'integer', minimum: 1, maximum: 200 },
  })
})

test('says which functions need no key', () => {
  const open = operations().filter(({ security }) => security?.length === 0)
  expect(open.map(({ path }) => path)).toEqual([
    '/functions/v1/copy',
    '/functions/v1/copy/cancel',
    '/functions/v1/copy/confirm',
    '/functions/v1/copy/dispute',
    '/functions/v1/copy/document',
    '/functions/v1/identity/oidc/callback',
    '/functions/v1/identity/oidc/start',
  ])
})

describe('answers have the described shape:', () => {
  const answerOf = (method: string, path: string) =>
    routes.find((route) => route.url === path && route.method === method)?.config?.describes

  async function check(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, path = url) {
    const described = answerOf(method, path.split('?', 1)[0] ?? '') as { answer: z.ZodType }
    const answer = await app.inject({ method, url, headers: key, ...(payload && { payload }) })
    expect(answer.statusCode).toBeLessThan(300)
    expect(described.answer.parse(answer.json())).toEqual(answer.json())
  }
  const office = '/functions/v1/back-office'

  beforeAll(async () => {
    const url = '/functions/v1/ghl-sync?endpoint=sync-leads'
    await app.inject({ method: 'POST', url, headers: key })
    const sale = { session_id: 'sale_1_a', status: 'open' }
    await app.inject({ method: 'POST', url: '/rest/v1/opportunities', headers: key, payload: sale })
  })

  test.each([
    '/functions/v1/territory',
    '/functions/v1/territory/sales',
    '/functions/v1/ghl-sync?endpoint=sync-status',
    '/functions/v1/ghl-sync?endpoint=diagnostics',
    office,
    `${office}/deliveries`,
    `${office}/lead-pull`,
    `${office}/leads/import`,
    `${office}/documents-not-given`,
    '/functions/v1/identity/me',
    `${office}/customer-notices`,
    '/functions/v1/street',
    `${office}/visits-per-day`,
    `${office}/street-progress?area=`,
    `${office}/data`,
    `${office}/do-not-knock`,
    `${office}/do-not-knock/sales`,
    `${office}/sales?session_id=sale_1_a`,
    `${office}/sales?session_id=sale_1_a&session_id=sale_2_b`,
    `${office}/documents?session_id=sale_1_a`,
  ])('GET %s', async (url) => {
    await check('GET', url)
  })

  test('the record of a sale', async () => {
    await check('GET', `${office}/sales/sale_1_a`, undefined, `${office}/sales/:session_id`)
    await check('GET', `${office}/sales/sale_1_a/timeline`, undefined, `${office}/sales/:session_id/timeline`)
  })

  test('POST', async () => {
    const sha256 = 'a'.repeat(64)
    await check('POST', '/functions/v1/verify-sales', { sales: [{ session_id: 'sale_1_a', sha256 }] })
    await check('POST', '/functions/v1/ghl-sync?endpoint=check-credentials')
    const id = '0f9a3b52-8a94-4f5e-9a37-1c5c1f6f0a01'
    const door = {
      scope: 'household',
      at: '2026-11-24T16:30:00Z',
      street_address: '1 High St',
      postcode: 'LL79 1AB',
    }
    await check('POST', '/functions/v1/do-not-knock', [{ id, ...door }])
    const lift = `${office}/do-not-knock/:id/lift`
    await check('POST', lift.replace(':id', id), { why: 'mistake' }, lift)
    await check('POST', `${office}/deliveries/retry`, { target: 'crm', state: 'parked' })
  })
})
