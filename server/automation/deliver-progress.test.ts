import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { success } from '#domain/kernel/result.ts'
import type { Delivery } from '../deliveries/deliveries.queries.ts'
import { deliverProgressJob, retryAfterToMs } from './deliver-progress.job.ts'
import { startReceiver } from './receiver.testing.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const DELIVERY = {
  id: 42,
  target: 'automation',
  session_id: 'sale_1',
  sequence: 6,
  wanted: 1,
  attempts: 0,
  lease: 'lease',
  request_id: '0123456789abcdef0123456789abcdef',
  payload: { session_id: 'sale_1', step: 'customer-details', name: 'Ada Ward', id_document: '' },
} as const

describe('A report to the automation service', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver?.close())
  beforeEach(() => {
    receiver.received.length = 0
    receiver.answer = (response) => response.end()
  })

  const deliver = (
    webhook: { url?: string; secret?: string; allowPrivate?: boolean } = {},
    signal = AbortSignal.timeout(120_000),
    delivery: Delivery = DELIVERY,
  ) => {
    const settings = { url: receiver.url, secret: undefined, allowPrivate: true, ...webhook }
    return deliverProgressJob({ config: { webhook: settings } }).deliver(delivery, signal)
  }
  const idsOfReceived = () => receiver.received.map(({ headers }) => headers['webhook-id'])

  test('is the payload as JSON and nothing else', async () => {
    expect(await deliver()).toEqual(success({ status: 200 }))
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(DELIVERY.payload)
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature')
  })

  test('keeps its id on a repeat, even if the database numbers its rows again', async () => {
    await deliver()
    await deliver({}, undefined, { ...DELIVERY, id: 7 })
    const [first, repeat] = idsOfReceived()
    expect(first).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(repeat).toBe(first)
  })

  test('has a different id for each sale and step', async () => {
    await deliver()
    await deliver({}, undefined, { ...DELIVERY, sequence: 8 })
    await deliver({}, undefined, { ...DELIVERY, session_id: 'sale_2' })
    expect(new Set(idsOfReceived()).size).toBe(3)
  })

  test('gets another id once its content is corrected, because the receiver may know the first one', async () => {
    await deliver()
    for (const _ of [1, 2]) await deliver({}, undefined, { ...DELIVERY, wanted: 2 })
    const [first, corrected, repeat] = idsOfReceived()
    expect(corrected).not.toBe(first)
    expect(repeat).toBe(corrected)
  })

  test('carries the id of its request', async () => {
    await deliver()
    expect(receiver.received[0]?.headers['x-request-id']).toBe(DELIVERY.request_id)
  })

  test('is signed as Standard Webhooks requires, with the same id on every try', async () => {
    await deliver({ secret: SECRET })
    await deliver({ secret: SECRET })
    for (const { body, headers } of receiver.received) {
      expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(DELIVERY.payload)
      expect(() => new Webhook(SECRET).verify(`${body} `, headers as Record<string, string>)).toThrow()
    }
    expect(new Set(idsOfReceived()).size).toBe(1)
  })

  test.each([
    [200, { ok: true }],
    [204, { ok: true }],
    [302, { ok: false, failure: { retry: 'later', message: 'The receiver answered 302.' } }],
    [404, { ok: false, failure: { retry: 'later' } }],
    [
      410,
      { ok: false, failure: { retry: 'later', receiver: 'closed', message: 'The receiver answered 410.' } },
    ],
    [429, { ok: false, failure: { retry: 'later', receiver: 'rests' } }],
    [500, { ok: false, failure: { retry: 'later', status: 500 } }],
    [502, { ok: false, failure: { retry: 'later', receiver: 'rests' } }],
    [504, { ok: false, failure: { retry: 'later', receiver: 'rests' } }],
  ])('returns the right outcome for %d', async (status, outcome) => {
    receiver.answer = (response) => response.writeHead(status).end()
    expect(await deliver()).toMatchObject(outcome)
  })

  test('waits as long as the receiver asks', async () => {
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': '120' }).end()
    expect(await deliver()).toMatchObject({ ok: false, failure: { retry: 'later', retryAfterMs: 120_000 } })
  })

  test('holds back all reports if the receiver asks for a pause', async () => {
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '120' }).end()
    expect(await deliver()).toMatchObject({ failure: { receiver: 'rests', retryAfterMs: 120_000 } })
    receiver.answer = (response) => response.writeHead(500).end()
    expect(await deliver()).not.toHaveProperty('failure.receiver')
  })

  test('fails if the receiver does not respond in time', async () => {
    receiver.answer = () => {}
    expect(await deliver({}, AbortSignal.timeout(50))).toEqual({
      ok: false,
      failure: { retry: 'later', message: 'The receiver did not answer in time.' },
    })
  })

  test('should not reach our own network unless that is allowed', async () => {
    expect(await deliver({ allowPrivate: false })).toEqual({
      ok: false,
      failure: {
        retry: 'later',
        message: 'The receiver has a private address, which the settings do not allow.',
      },
    })
    expect(receiver.received).toEqual([])
  })

  test('fails without revealing the address, which is a secret', async () => {
    const outcome = await deliver({ url: 'http://127.0.0.1:1/secret-hook' })
    expect(outcome).toMatchObject({
      ok: false,
      failure: { retry: 'later', message: 'The receiver cannot be reached (ECONNREFUSED).' },
    })
  })

  test('waits while no receiver is configured', async () => {
    const job = deliverProgressJob({ config: { webhook: undefined } })
    expect(await job.deliver(DELIVERY, AbortSignal.timeout(120_000))).toMatchObject({
      ok: false,
      failure: { retry: 'later' },
    })
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-09-01T08:00:00Z')
  test.each([
    [undefined, 0],
    ['30', 30_000],
    ['Tue, 01 Sep 2026 08:01:00 GMT', 60_000],
    ['Tue, 01 Sep 2026 07:00:00 GMT', 0],
    ['soon', 0],
    ['-5', 0],
  ])('"%s" is %d milliseconds', (header, ms) => {
    expect(retryAfterToMs(header, now)).toBe(ms)
  })
})
