import { describe, expect, test } from 'vitest'
import { failed, success } from '#domain/kernel/result.ts'
import { unlimited } from '../adapter.testing.ts'
import type { CallBudget, SeenLimits } from './call-budget.ts'
import { createClient } from './client.ts'

const SETTINGS = { baseUrl: 'https://crm.example', token: 'pit-secret' }

/** Returns a client whose calls get these responses in turn, and a function that counts the calls so far. */
function clientFor(answers: (Response | Error)[], budget: CallBudget = unlimited) {
  let calls = 0
  const client = createClient(SETTINGS, budget, async () => {
    const answer = answers[calls]
    calls += 1
    if (answer instanceof Response) return answer
    throw answer
  })
  return { client, calls: () => calls }
}
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const get = { method: 'GET', path: '/x' } as const
const post = { method: 'POST', path: '/x', body: {} } as const

const failureOf = async (answer: Response) => {
  const answered = await clientFor([answer]).client.call(post)
  return answered.ok ? undefined : answered.failure
}

describe('A refusal by GoHighLevel', () => {
  test.each([
    [401, 'Invalid JWT', 'auth', 'later'],
    [401, 'The token is not authorized for this scope.', 'scope', 'later'],
    [401, 'version header is invalid', 'validation', 'never'],
    [403, 'The token does not have access to this location.', 'location', 'later'],
    [404, 'Opportunity not found', 'not-found', 'never'],
    [400, 'Contact not found', 'not-found', 'never'],
    [404, 'Cannot POST /x', 'settings', 'later'],
    [404, 'Cannot find opportunity', 'not-found', 'never'],
    [410, 'Gone', 'not-found', 'never'],
    [400, 'This location does not allow duplicated contacts.', 'conflict', 'never'],
    [422, 'property x should not exist', 'validation', 'never'],
    [503, 'Down for maintenance', 'upstream', 'later'],
  ])('with status %i and "%s" becomes the failure %s (retry: %s)', async (status, message, code, retry) => {
    expect(await failureOf(json(status, { message }))).toEqual({ code, retry, message, status })
  })

  test('keeps its own words, even if they are a list', async () => {
    const message = ['name should not be empty', 'status must be valid']
    expect(await failureOf(json(422, { message }))).toMatchObject({
      message: 'name should not be empty, status must be valid',
    })
  })

  test.each([
    [{}, undefined],
    [{ 'x-ratelimit-interval-milliseconds': '10000' }, 10_000],
    [{ 'retry-after': '30' }, 30_000],
    [{ 'retry-after': '30', 'x-ratelimit-interval-milliseconds': '10000' }, 30_000],
    [{ 'retry-after': '3', 'x-ratelimit-interval-milliseconds': '10000' }, 10_000],
    [{ 'retry-after': '999999999999' }, 3_600_000],
    [{ 'x-ratelimit-interval-milliseconds': '999999999999' }, 3_600_000],
    [{ 'retry-after': '0' }, undefined],
  ])('with status 429 and the headers %o asks for a pause of %s ms', async (headers, retryAfterMs) => {
    const answers = Array.from({ length: 3 }, () => json(429, {}, headers))
    const answered = await clientFor(answers).client.call(get)
    expect(answered.ok ? undefined : answered.failure.retryAfterMs).toBe(retryAfterMs)
  })

  test('never repeats the token, an email, a phone number or a page of HTML', async () => {
    const message = 'No pit-secret for ada@example.org, phone +44 1632 960001'
    expect(await failureOf(json(400, { message }))).toMatchObject({
      message: 'No [token] for [email], phone [number]',
    })
    expect((await failureOf(new Response('<html>Ada</html>', { status: 502 })))?.message).not.toContain('Ada')
    expect((await failureOf(json(400, { message: 'x'.repeat(5_000) })))?.message.length).toBeLessThan(400)
  })

  test.each([
    ['Phone number 07700-900-123 is not valid', 'Phone number [number] is not valid'],
    ['+44.7700.900123 or 01632/960001', '[number] or [number]'],
    [
      'No 550e8400-e29b-41d4-a716-446655440000 on 2026-03-01',
      'No 550e8400-e29b-41d4-a716-446655440000 on 2026-03-01',
    ],
    ['Changed at 2026-03-01T10:20:30.123456Z', 'Changed at 2026-03-01T10:20:30.123456Z'],
  ])('shows "%s" as "%s", however a number is written', async (message, shown) => {
    expect((await failureOf(json(422, { message })))?.message).toBe(shown)
  })

  test.each([
    [
      { firstName: 'Mara', lastName: 'Jones (Mrs' },
      'A contact named mara Jones (Mrs exists, Maraya too',
      'A contact named [personal] [personal] exists, Maraya too',
    ],
    [{ name: 'Ada Ward - Premium Fiber' }, 'Ada Ward has no pipeline', '[personal] has no pipeline'],
    [
      { address1: '1 High Street, Thornbeck, LL79 2AB' },
      '1 High Street is not an address of LL79 2AB',
      '[personal] is not an address of [personal]',
    ],
    [
      { firstName: 'A', lastName: '', phone: '960 001' },
      'A phone 960 001 is too short',
      'A phone [personal] is too short',
    ],
    [
      { name: 'Mara Voss (call after six) - Premium Fiber' },
      'An opportunity of voss is there: call support after Premium expires',
      'An opportunity of [personal] is there: call support after Premium expires',
    ],
    [{ body: 'Refused, 2 July 2026\nMara is ill' }, 'No, Mara is ill!', 'No, [personal]!'],
    [{ name: 'mara voss - Premium Fiber' }, 'Contact Voss exists', 'Contact [personal] exists'],
    [
      { firstName: 'Una', lastName: "O'Brien", address1: '12 High Street', postalCode: 'LL79 2AB' },
      'Una  O’Brien lives at 12, High Street (LL792AB)',
      '[personal]  [personal] lives at [personal] ([personal])',
    ],
    [
      { firstName: 'José', lastName: 'García' },
      'Jose Garcia is JOSÉ García, not Josée Garc',
      '[personal] [personal] is [personal] [personal], not Josée Garc',
    ],
    [
      { firstName: 'Jose', lastName: 'Garcia' },
      'JOSÉ Gárcíá exists, Garcías too',
      '[personal] [personal] exists, Garcías too',
    ],
  ])('never repeats personal data that we sent (%o)', async (body, message, shown) => {
    const answered = await clientFor([json(422, { message })]).client.call({ ...post, body })
    expect(answered).toMatchObject({ ok: false, failure: { message: shown } })
  })

  test.each([
    { firstName: 'Ada', lastName: 'Ward Moss '.repeat(10_000) },
    { firstName: 'Ada', phone: '1'.repeat(20_000) },
    { firstName: 'Ada', address1: 'Ab, '.repeat(100_000) },
  ])('is final and is not quoted if we sent too much personal data to remove', async (body) => {
    const answers = [json(422, { message: 'The contact Ada Ward of Ab could not be saved.' }), json(422, {})]
    const { client } = clientFor(answers)
    const final = { code: 'validation', retry: 'never', status: 422 }
    expect(await client.call({ ...post, body })).toMatchObject({
      failure: {
        ...final,
        message: expect.stringMatching(/^GoHighLevel's words are not shown, .* too long\.$/),
      },
    })
    expect(await client.call({ ...post, body })).toMatchObject({
      failure: { ...final, message: 'GoHighLevel answered 422 without an explanation.' },
    })
  })

  test.each(['pit-secret', 'Lovelace', '+44 1632 960001'])(
    'that is too long is not cut within a secret: %s',
    async (secret) => {
      const message = `No ${'a@b'.padEnd(2_991, 'c')} ${secret} is known. ${'x'.repeat(300)}`
      const body = { firstName: 'Ada', lastName: 'Lovelace' }
      const answered = await clientFor([json(422, { message })]).client.call({ ...post, body })
      expect(JSON.stringify(answered)).not.toContain(secret.slice(0, 4))
    },
  )

  test('is the result of a redirect or of a response without JSON', async () => {
    const redirect = new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })
    expect(await failureOf(redirect)).toMatchObject({ code: 'settings' })
    expect(await failureOf(new Response('<html></html>', { status: 200 }))).toMatchObject({
      code: 'upstream',
    })
  })
})

describe('A call to GoHighLevel', () => {
  const broken = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNRESET' } })

  test('is retried after a broken connection or a 5xx, unless it is a POST, which might take effect twice', async () => {
    for (const failed of [broken, json(500, {})]) {
      const reading = clientFor([failed, json(200, { it: 'works' })])
      expect(await reading.client.call(get)).toEqual({ ok: true, value: { it: 'works' } })
      const writing = clientFor([failed])
      expect(await writing.client.call(post)).toMatchObject({ ok: false, failure: { retry: 'later' } })
      expect(writing.calls()).toBe(1)
    }
  })

  test('reports the limits in each response to the budget', async () => {
    const reported: SeenLimits[] = []
    const done = async (seen: SeenLimits) => void reported.push(seen)
    const headers = {
      'x-ratelimit-max': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-interval-milliseconds': '10000',
      'x-ratelimit-limit-daily': '200000',
      'x-ratelimit-daily-remaining': '199000',
    }
    const answers = [json(429, { message: 'Too Many Requests' }, headers), json(200, {}), broken, broken]
    const { client } = clientFor(answers, { take: async () => success({ done }) })
    await client.call(post)
    await client.call(get)
    const limits = {
      max: 100,
      remaining: 0,
      intervalMs: 10_000,
      dailyLimit: 200_000,
      dailyRemaining: 199_000,
    }
    expect(reported).toMatchObject([
      { status: 429, ...limits },
      { status: 200 },
      { status: null },
      { status: null },
    ])
    expect(client.seenLimits()).toMatchObject(limits)
  })

  test('is not made if the budget refuses it', async () => {
    const refusal = { code: 'daily-limit', retryAfterMs: 5_000, message: 'Enough for today.' } as const
    const { client, calls } = clientFor([], { take: async () => failed(refusal) })
    expect(await client.call(get)).toMatchObject({
      ok: false,
      failure: { code: 'daily-limit', retryAfterMs: 5_000, message: 'Enough for today.' },
    })
    expect(calls()).toBe(0)
  })
})
