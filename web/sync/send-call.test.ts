import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { FakeSaleServer, proxy } from '../testing/sale-server.testing.ts'
import { SESSION, saleAfter } from '../testing/sales.testing.ts'
import { findStoredTerms, verifySales } from './ask-server.ts'
import { salePath, sendCall } from './send-call.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

let server: FakeSaleServer
beforeEach(() => {
  enterBrowser()
  server = new FakeSaleServer()
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(leaveBrowser)

const callOf = (sequence: number): SaleCall => {
  const call = saleAfter(4).calls[sequence - 1]
  if (!call) throw new Error(`A sale has no call ${sequence}.`)
  return call
}
const headerOf = (name: string) => server.received.at(-1)?.headers.get(name)

describe('a call of a sale', () => {
  it.each([
    [1, 'POST opportunities'],
    [2, 'POST sales-progress'],
    [3, 'PATCH opportunities'],
    [7, 'PATCH opportunities'],
    [8, 'POST sales-progress'],
  ])('number %i is a %s with its own key and body', async (sequence, name) => {
    await sendCall(callOf(1))
    expect(await sendCall(callOf(sequence))).toMatchObject({ ok: true })
    expect(server.received.at(-1)).toMatchObject({ name, body: callOf(sequence).body })
    expect(headerOf('idempotency-key')).toBe(`${SESSION}:${sequence}`)
    expect(headerOf('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  })

  it('has the same key and request id each time it is sent', async () => {
    await sendCall(callOf(1))
    const first = [headerOf('idempotency-key'), headerOf('x-request-id')]
    await sendCall(callOf(1))
    expect([headerOf('idempotency-key'), headerOf('x-request-id')]).toEqual(first)
  })

  it.each([
    [3, 1, '1'],
    [7, 5, '5'],
    [3, undefined, null],
    [1, undefined, null],
  ])('number %i names the write %s that it follows', async (sequence, follows, header) => {
    await sendCall(callOf(1))
    await sendCall(callOf(sequence), follows)
    expect(headerOf('x-follows')).toBe(header)
  })

  it('names the phone if it begins a sale', async () => {
    await sendCall(callOf(1), undefined, false, 'phone-1')
    expect(headerOf('x-phone')).toBe('phone-1')
    await sendCall(callOf(3), 1, false, 'phone-1')
    expect(headerOf('x-phone')).toBe(null)
  })

  it('is refused by a server that has not applied the write it follows', async () => {
    await sendCall(callOf(1))
    expect(await sendCall(callOf(5), 3)).toMatchObject({ ok: false, failure: { code: 'PGRST116' } })
  })

  it.each([1, 2, 3])('number %i is not accepted by a sign-in page that answers 200', async (sequence) => {
    server.next.push(proxy(200))
    expect(await sendCall(callOf(sequence))).toEqual({
      ok: false,
      failure: expect.objectContaining({
        message: 'the answer did not come from Doorstep',
        code: undefined,
        retry: 'later',
      }),
    })
  })

  it('finds its sale even if the session id contains characters of a query', () => {
    expect(salePath('a&b=c d')).toBe('/rest/v1/opportunities?session_id=eq.a%26b%3Dc%20d')
  })
})

describe('the question of which sales the server has', () => {
  const CLAIM = { session_id: SESSION, sha256: 'a'.repeat(64) }

  it('returns the verdicts and the server’s time', async () => {
    expect(await verifySales([CLAIM])).toEqual({
      ok: [],
      missing: [SESSION],
      different: [],
      at: '2026-03-01T10:00:00.000Z',
    })
  })

  it('returns the phone’s time if a proxy has dropped the date', async () => {
    server.next.push(() => Response.json({ ok: [], missing: [], different: [] }))
    const { at = '' } = (await verifySales([CLAIM])) ?? {}
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(300_000)
  })

  it.each([
    ['a sign-in page', proxy(200)],
    ['an error', proxy(503)],
    ['something else in JSON', () => Response.json({ ok: true })],
    ['half an answer', () => Response.json({ ok: [], missing: [] })],
    ['a list', () => Response.json([])],
  ])('returns nothing if the answer is %s', async (_title, answer) => {
    server.next.push(answer)
    expect(await verifySales([CLAIM])).toBeUndefined()
  })
})

describe('the terms that the server has stored', () => {
  it('are those of the sale', async () => {
    await sendCall(callOf(1))
    expect(await findStoredTerms(SESSION)).toMatchObject({ contract_timestamp: null, customer_name: null })
  })

  it('are null if it has no such sale', async () => {
    expect(await findStoredTerms(SESSION)).toBeNull()
  })

  it.each([
    ['a sign-in page', proxy(200)],
    ['an error', proxy(500)],
    ['not a list', () => Response.json({})],
  ])('are unknown if the answer is %s', async (_title, answer) => {
    server.next.push(answer)
    expect(await findStoredTerms(SESSION)).toBeUndefined()
  })
})
