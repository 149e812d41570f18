import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { outboxFromHeader } from '#protocol/call-headers.ts'
import { callApi } from './http.ts'
import { reportUnsentSales } from './phone-headers.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const sent: Record<string, string>[] = []
let answer: Response
beforeEach(() => {
  sent.length = 0
  answer = new Response('[]')
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers)
    return answer
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('names the opening of the app, the same each time', async () => {
    await callApi('/rest/v1/leads')
    await callApi('/rest/v1/leads')
    expect(sent[0]?.['x-device']).toMatch(/^\w{8,64}$/)
    expect(sent[1]?.['x-device']).toBe(sent[0]?.['x-device'])
  })

  it('says how many sales wait on the phone and since when, for as long as some do', async () => {
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

  it.each([
    ['30', 30_000],
    ['86400', 60_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
    [undefined, undefined],
  ])('that is refused with Retry-After %s asks for a rest of %s ms', async (retryAfter, restMs) => {
    answer = new Response('{}', { status: 429, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
    const result = await callApi('/rest/v1/leads')
    expect(!result.ok && [result.failure.retry, result.failure.restMs]).toEqual(['later', restMs])
  })
})
