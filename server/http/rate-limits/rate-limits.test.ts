import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE_HEADER, DEVICE_PARAMETER } from '#protocol/call-headers.ts'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { GHL_SYNC_PATH, SALES_PROGRESS_PATH, VERIFY_SALES_PATH } from '#protocol/functions.ts'
import { retryClassOf } from '#protocol/retry-class.ts'
import { LIMITS } from './limits.ts'
import { limitCalls } from './rate-limits.ts'

const CARRIER = '203.0.113.7'
const LEADS = '/rest/v1/leads?select=*'

let app: FastifyInstance
let metrics: Registry
beforeEach(() => {
  app = Fastify({ trustProxy: 'loopback' })
  metrics = new Registry()
  limitCalls(app, metrics)
  app.register(async (routes) => {
    const paths = ['/rest/v1/:table', SALES_PROGRESS_PATH, VERIFY_SALES_PATH, GHL_SYNC_PATH, CHANGES_PATH]
    for (const path of [...paths, '/', '/healthz']) routes.all(path, async () => 'done')
  })
})
afterEach(() => app?.close())

type Call = {
  method?: 'GET' | 'POST' | 'PATCH'
  device?: string
  address?: string
  headers?: Record<string, string>
}
const call = (url: string, { method = 'GET', device, address = '127.0.0.1', headers }: Call = {}) =>
  app.inject({
    method,
    url,
    remoteAddress: address,
    headers: { ...headers, ...(device && { [DEVICE_HEADER]: device }) },
  })

/** Returns how many of `count` calls were not refused as too many. */
async function answered(count: number, one: (index: number) => ReturnType<typeof call>): Promise<number> {
  let served = 0
  for (let index = 0; index < count; index++) if ((await one(index)).statusCode !== 429) served++
  return served
}

test('refuses a device that reads too much with Retry-After, but still takes its sales and its stream', async () => {
  const device = 'runaway-1'
  expect(await answered(LIMITS.other.device + 10, () => call(LEADS, { device }))).toBe(LIMITS.other.device)
  const refused = await call(LEADS, { device })
  expect(refused.json()).toEqual({
    code: 'too-many-calls',
    message: 'Too many calls in a short time. Try again shortly.',
    details: null,
    hint: null,
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect(retryClassOf(refused.statusCode)).toBe('later')
  expect(await metrics.metrics()).toContain('doorstep_limited_calls_total{kind="other",by="device"} 11')

  const numbered = { method: 'POST', device, headers: { 'idempotency-key': 'sale_1:1' } } as const
  expect((await call('/rest/v1/opportunities', numbered)).statusCode).toBe(200)
  expect((await call(SALES_PROGRESS_PATH, numbered)).statusCode).toBe(200)
  expect((await call(VERIFY_SALES_PATH, { method: 'POST', device })).statusCode).toBe(200)
  expect((await call(`${CHANGES_PATH}?${DEVICE_PARAMETER}=${device}`)).statusCode).toBe(200)
  expect((await call(LEADS, { device: 'another-1' })).statusCode).toBe(200)
})

test('takes an outbox of 200 sales', async () => {
  const send = (index: number) =>
    call(index % 2 ? SALES_PROGRESS_PATH : '/rest/v1/opportunities', {
      method: index % 8 ? 'PATCH' : 'POST',
      device: 'full-phone',
      address: CARRIER,
      headers: { 'idempotency-key': `sale_${index >> 3}:${index % 8}` },
    })
  expect(await answered(200 * 8, send)).toBe(200 * 8)
})

test('lets 2,000 phones behind one address follow the changes at once', async () => {
  const open = (index: number) =>
    call(`${CHANGES_PATH}?${DEVICE_PARAMETER}=phone-${10_000 + index}`, { address: CARRIER })
  expect(await answered(2_000, open)).toBe(2_000)
})

test('limits how often the CRM is asked for its leads or its state', async () => {
  const ask = (endpoint: string) => () =>
    call(`${GHL_SYNC_PATH}?endpoint=${endpoint}`, { device: 'office-1' })
  expect(await answered(LIMITS.crm.device + 5, ask('diagnostics'))).toBe(LIMITS.crm.device)
  expect(await answered(5, ask('sync-leads'))).toBe(0)
  for (const endpoint of ['update-opportunity', 'sync-status'])
    expect(await answered(5, ask(endpoint))).toBe(5)
})

describe('an address', () => {
  const flood = (from: (index: number) => Call) =>
    answered(LIMITS.crm.address + 5, (index) => call(`${GHL_SYNC_PATH}?endpoint=diagnostics`, from(index)))

  test('has a limit, even if it names many devices', async () => {
    expect(await flood((index) => ({ address: CARRIER, device: `made-up-${index}` }))).toBe(
      LIMITS.crm.address,
    )
  })

  test('is the address that the proxy names', async () => {
    const forwarded = { headers: { 'x-forwarded-for': `198.51.100.1, ${CARRIER}` } }
    expect(await flood(() => forwarded)).toBe(LIMITS.crm.address)
    expect((await call(GHL_SYNC_PATH, { headers: { 'x-forwarded-for': '192.0.2.9' } })).statusCode).toBe(200)
  })

  test('has no limit if it is loopback, because a proxy there may not name its clients', async () => {
    expect(await flood(() => ({}))).toBe(LIMITS.crm.address + 5)
  })
})

test('does not count the files of the app or the health check', async () => {
  const asked = LIMITS.other.device + 5
  const ask = (index: number) => call(index % 2 ? '/' : '/healthz', { device: 'runaway-1' })
  expect(await answered(asked, ask)).toBe(asked)
})
