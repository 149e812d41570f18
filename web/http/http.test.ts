import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxFromHeader } from '#protocol/call-headers.ts'
import { type ApiCall, type ApiFailure, callApi } from './http.ts'
import { reportUnsentSales } from './phone-headers.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

type Sent = { headers: Record<string, string>; body?: string; signal: AbortSignal }

const sent: Record<string, string>[] = []
const bodies: (string | undefined)[] = []
const signals: AbortSignal[] = []
let answer: () => Response | Promise<Response>
beforeEach(() => {
  for (const list of [sent, bodies, signals]) list.length = 0
  answer = () => new Response('[]')
  vi.stubGlobal('fetch', async (_path: string, { headers, body, signal }: Sent) => {
    sent.push(headers)
    if (body !== undefined) bodies.push(body)
    signals.push(signal)
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('carries the key and the id of the page load, the same each time', async () => {
    await callApi('/rest/v1/leads')
    await callApi('/rest/v1/leads')
    expect(sent[0]).toEqual({ apikey: 'key', 'x-device': expect.stringMatching(/^\w{8,64}$/) })
    expect(sent[1]).toEqual(sent[0])
  })

  it('sends its body as JSON, with its own headers', async () => {
    await callApi('/x', { method: 'POST', body: { a: 1 }, headers: { prefer: 'return=minimal' } })
    expect(sent[0]).toMatchObject({ 'content-type': 'application/json', prefer: 'return=minimal' })
    expect(bodies).toEqual(['{"a":1}'])
  })

  it('reports how many sales are unsent and since when, while there are any', async () => {
    const hoursAgo = (hours: number) => ({ savedAt: new Date(Date.now() - hours * 3_600_000).toISOString() })
    reportUnsentSales([hoursAgo(1), hoursAgo(5), hoursAgo(2)])
    await callApi('/rest/v1/leads')
    const report = outboxFromHeader(sent[0]?.['x-outbox'])
    expect(report?.sales).toBe(3)
    expect(report?.oldestSeconds).toBeCloseTo(5 * 3_600, -1)

    reportUnsentSales([])
    await callApi('/rest/v1/leads')
    expect(sent[1]).not.toHaveProperty('x-outbox')
  })

  it('returns the body and the headers', async () => {
    answer = () => new Response('text', { headers: { date: 'today' } })
    const result = await callApi('/x')
    expect(result.ok && [result.value.body, result.value.headers.get('date')]).toEqual(['text', 'today'])
  })
})

describe('a refusal', () => {
  it.each<[status: number, body: string, Partial<ApiFailure>]>([
    [
      401,
      '{"message":"No key.","code":"invalid-key"}',
      { message: 'No key.', code: 'invalid-key', retry: 'after-sign-in' },
    ],
    [401, '{"message":"Enrol.","code":"phone-unknown"}', { code: 'phone-unknown', retry: 'after-sign-in' }],
    [401, '<html>', { code: undefined, retry: 'later' }],
    [401, '{"code":"login-required"}', { code: 'login-required', retry: 'later' }],
    [422, '{"error":"Unknown lead."}', { message: 'Unknown lead.', code: undefined, retry: 'never' }],
    [503, '<html>', { message: '503 Busy', code: undefined, retry: 'later' }],
    [503, 'null', { message: '503 Busy', retry: 'later' }],
    [400, '{"message":7,"code":8}', { message: '400 Busy', code: undefined, retry: 'never' }],
  ])('of %i with the body %s is explained', async (status, body, failure) => {
    answer = () => new Response(body, { status, statusText: 'Busy' })
    const result = await callApi('/x')
    expect(result).toEqual({ ok: false, failure: expect.objectContaining({ status, body, ...failure }) })
  })

  it.each([
    ['30', 30_000],
    ['86400', 60_000],
    ['0', undefined],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [undefined, undefined],
  ])('with Retry-After %s asks for a rest of %s ms', async (retryAfter, restMs) => {
    answer = () =>
      new Response('{}', { status: 429, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
    const result = await callApi('/rest/v1/leads')
    expect(!result.ok && [result.failure.retry, result.failure.restMs]).toEqual(['later', restMs])
  })
})

describe('a call without a response', () => {
  const failed = async (call?: ApiCall) => {
    const result = await callApi('/x', call)
    return result.ok ? undefined : result.failure
  }

  it('fails for now if there is no connection', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await failed()).toEqual({
      status: null,
      statusText: '',
      body: '',
      message: 'no connection to the server',
      code: undefined,
      retry: 'later',
    })
  })

  it('reports a timeout', async () => {
    answer = () => Promise.reject(new DOMException('', 'TimeoutError'))
    expect((await failed())?.message).toBe('the server did not answer in time')
  })

  it('ends when it is aborted', async () => {
    answer = () =>
      new Promise((_, reject) =>
        signals.at(-1)?.addEventListener('abort', () => reject(signals.at(-1)?.reason)),
      )
    const controller = new AbortController()
    const failing = failed({ signal: controller.signal })
    controller.abort(new DOMException('', 'TimeoutError'))
    expect((await failing)?.message).toBe('the server did not answer in time')
  })
})
