import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  checkCredentials,
  createCrmOpportunity,
  type GhlResult,
  runDiagnostics,
  syncLeads,
} from './ghl-sync.ts'
import { pushByHand, retryOperation } from './retry-operation.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const PATH = '/functions/v1/ghl-sync'

type Sent = { method: string; body?: string; signal: AbortSignal }

const sent: [method: string, path: string, body: unknown][] = []
/** The answer of the CRM's function, until the call is aborted. */
let answer: () => Response | Promise<Response>
let health: () => Response | Promise<Response>
beforeEach(() => {
  sent.length = 0
  answer = () => new Response('{}')
  health = () => new Response('ok')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', (path: string, { method, body, signal }: Sent) => {
    sent.push([method, path, body === undefined ? undefined : JSON.parse(body)])
    if (path === '/healthz') return health()
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason)),
    )
    return Promise.race([aborted, answer()])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const never = () => new Promise<Response>(() => {})
const healthChecks = () => sent.filter(([, path]) => path === '/healthz').length
const SALE = {
  session_id: 's1',
  lead_id: 'l1',
  service_package_name: 'Fast',
  total_value: 30,
  voucher_amount: 5,
}

describe('a call of the CRM', () => {
  it.each<[string, () => Promise<GhlResult<object>>, method: string, body: object | undefined]>([
    ['sync-leads', syncLeads, 'POST', {}],
    ['check-credentials', checkCredentials, 'POST', {}],
    ['diagnostics', runDiagnostics, 'GET', undefined],
    [
      'create-opportunity',
      () => createCrmOpportunity(SALE),
      'POST',
      { sessionId: 's1', leadId: 'l1', servicePackageName: 'Fast', voucherAmount: 5, totalValue: 30 },
    ],
    [
      'update-opportunity',
      () => retryOperation('update_opportunity', { ...SALE, status: 'closed-won', customer_name: 'Ann' }),
      'PUT',
      {
        sessionId: 's1',
        status: 'closed-won',
        customerName: 'Ann',
        servicePackageName: 'Fast',
        totalValue: 30,
        contractSigned: true,
      },
    ],
  ])('to %s sends the fields that it needs', async (endpoint, call, method, body) => {
    await call()
    expect(sent).toEqual([[method, `${PATH}?endpoint=${endpoint}`, body && { endpoint, ...body }]])
  })

  it('returns what the server answers', async () => {
    answer = () => new Response('{"syncedCount":40}')
    expect(await syncLeads()).toEqual({ ok: true, value: { syncedCount: 40 } })
  })

  it.each(['<html>Sign in</html>', '', 'null', '[]'])(
    'fails for the answer %j, which is not ours',
    async (body) => {
      answer = () => new Response(body)
      expect(await syncLeads()).toEqual({ ok: false, failure: { message: 'GHL API call failed' } })
    },
  )

  it('fails with the fixed words if it is refused', async () => {
    answer = () => new Response('{"error":"Unknown lead"}', { status: 404, statusText: 'Not Found' })
    expect(await createCrmOpportunity(SALE)).toEqual({
      ok: false,
      failure: {
        message: 'GHL API create-opportunity failed: 404 Not Found - {"error":"Unknown lead"}',
        isCancelled: false,
      },
    })
  })

  it.each(['sign-in-needed', 'phone-unknown', 'phone-suspended'])(
    'fails with the server’s words if this phone is turned away: %s',
    async (code) => {
      const message = 'Sign in, or enrol this phone.'
      answer = () => new Response(JSON.stringify({ code, message }), { status: 401 })
      expect(await syncLeads()).toEqual({ ok: false, failure: { message, isCancelled: false } })
      const body = '{"code":"invalid-key"}'
      answer = () => new Response(body, { status: 401, statusText: 'Unauthorized' })
      const failure = { message: `GHL API sync-leads failed: 401 Unauthorized - ${body}` }
      expect(await syncLeads()).toMatchObject({ failure })
    },
  )

  it.each<[string, () => Promise<GhlResult<object>>, isCancelled: boolean]>([
    ['a sync of leads', syncLeads, true],
    ['anything else', checkCredentials, false],
  ])('of %s with the status 409 counts as cancelled: %3$s', async (_, call, isCancelled) => {
    answer = () => new Response('{}', { status: 409 })
    expect(await call()).toMatchObject({ ok: false, failure: { isCancelled } })
  })

  it('fails if there is no connection', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    const failure = { message: 'no connection to the server', isCancelled: false }
    expect(await syncLeads()).toEqual({ ok: false, failure })
  })
})

describe('a long call', () => {
  beforeEach(() => {
    answer = never
  })

  it('continues while the server responds, and fails once it does not', async () => {
    const ended = vi.fn()
    const syncing = syncLeads().then(ended)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ended).not.toHaveBeenCalled()
    expect(healthChecks()).toBe(12)
    health = () => Promise.reject(new TypeError('Failed to fetch'))
    await vi.advanceTimersByTimeAsync(5_000)
    await syncing
    const failure = { message: 'the server did not answer in time', isCancelled: false }
    expect(ended).toHaveBeenCalledWith({ ok: false, failure })
  })

  it('continues if a health check is refused, because that is a response', async () => {
    const ended = vi.fn()
    void syncLeads().then(ended)
    health = () => new Response('', { status: 503 })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(ended).not.toHaveBeenCalled()
  })

  it('stops the health checks once it has ended, even if one is in progress', async () => {
    const synced = Promise.withResolvers<Response>()
    const checked = Promise.withResolvers<Response>()
    answer = () => synced.promise
    health = () => checked.promise
    const syncing = syncLeads()
    await vi.advanceTimersByTimeAsync(5_000)
    synced.resolve(new Response('{"syncedCount":40}'))
    await syncing
    checked.resolve(new Response('ok'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(healthChecks()).toBe(1)
  })
})

describe('a push by hand', () => {
  it.each([
    [null, 'create'],
    ['ghl-1', 'update'],
  ])(
    'of a sale with the CRM id %s asks to %s it, and reports a failure',
    async (ghl_opportunity_id, verb) => {
      expect(await pushByHand({ ...SALE, ghl_opportunity_id })).toBeUndefined()
      expect(sent[0]?.[1]).toBe(`${PATH}?endpoint=${verb}-opportunity`)
      answer = () => new Response('no', { status: 502, statusText: 'Bad Gateway' })
      expect(await pushByHand({ ...SALE, ghl_opportunity_id })).toBe(
        `Failed to ${verb} GHL opportunity: GHL API ${verb}-opportunity failed: 502 Bad Gateway - no`,
      )
    },
  )
})

it.each([['delete_everything', SALE] as const, ['create_opportunity', undefined] as const])(
  'refuses the operation %s of the sale %o as unknown',
  async (operation, sale) => {
    expect(await retryOperation(operation, sale)).toEqual({
      ok: false,
      failure: { message: 'Unknown operation' },
    })
    expect(sent).toEqual([])
  },
)

it('syncs the leads again by name', async () => {
  await retryOperation('sync_leads')
  expect(sent[0]?.[1]).toBe(`${PATH}?endpoint=sync-leads`)
})
