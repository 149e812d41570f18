import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NOTHING_YET } from '#domain/opportunity/opportunity.ts'
import { FakeSaleServer, problem, proxy } from '../testing/sale-server.testing.ts'
import { pushByHand, retryOperation } from './retry-operation.ts'
import { readSaleDeliveries, retryReports } from './sale-deliveries.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

let server: FakeSaleServer
beforeEach(() => {
  server = new FakeSaleServer()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', server.fetch)
})
afterEach(() => void vi.unstubAllGlobals())

const SALE = {
  ...NOTHING_YET,
  session_id: 'sale_1_a',
  lead_id: 'lead-1',
  customer_name: 'Ada King',
  service_package_name: 'Standard Fiber',
  total_value: 5_783,
}

describe('a push by hand', () => {
  it('creates the opportunity if the CRM has none yet', async () => {
    expect(await pushByHand({ ...SALE, ghl_opportunity_id: null })).toBeUndefined()
    expect(server.received).toMatchObject([
      {
        name: 'POST ghl-sync',
        body: { endpoint: 'create-opportunity', sessionId: 'sale_1_a', leadId: 'lead-1' },
      },
    ])
  })

  it.each([
    ['closed-won', true],
    ['qualified', false],
  ] as const)('updates the opportunity of a sale that is %s', async (status, contractSigned) => {
    expect(await pushByHand({ ...SALE, status, ghl_opportunity_id: 'ghl-1' })).toBeUndefined()
    expect(server.received).toMatchObject([
      {
        name: 'PUT ghl-sync',
        body: {
          endpoint: 'update-opportunity',
          status,
          contractSigned,
          customerName: 'Ada King',
          totalValue: 5_783,
        },
      },
    ])
  })

  it.each([
    [null, 'create'],
    ['ghl-1', 'update'],
  ])('says what failed (opportunity %s)', async (ghl_opportunity_id, verb) => {
    server.next.push(problem(502, 'crm', 'Bad token'))
    const message = await pushByHand({ ...SALE, ghl_opportunity_id })
    expect(message).toContain(`Failed to ${verb} GHL opportunity: GHL API ${verb}-opportunity failed: 502`)
  })
})

describe('an operation by its name', () => {
  it.each([
    ['sync_leads', 'sync-leads'],
    ['create_opportunity', 'create-opportunity'],
    ['update_opportunity', 'update-opportunity'],
  ])('%s runs again', async (operation, endpoint) => {
    expect(await retryOperation(operation, SALE)).toMatchObject({ ok: true })
    expect(server.received.map(({ body }) => body)).toMatchObject([{ endpoint }])
  })

  it.each(['delete_everything', '', 'create_opportunity', 'update_opportunity'])(
    'fails if it is unknown or has no sale (%s)',
    async (operation) => {
      expect(await retryOperation(operation)).toEqual({
        ok: false,
        failure: { message: 'Unknown operation' },
      })
      expect(server.received).toEqual([])
    },
  )
})

describe('the deliveries of sales', () => {
  it('are read for all the sales at once', async () => {
    server.next.push(() => Response.json([{ session_id: 'a' }, { session_id: 'b' }]))
    expect(await readSaleDeliveries(['a', 'b'])).toMatchObject({ ok: true, value: [{}, {}] })
  })

  it('need no call if there are no sales', async () => {
    expect(await readSaleDeliveries([])).toEqual({ ok: true, value: [] })
    expect(server.received).toEqual([])
  })

  it('are unknown if a sign-in page answers', async () => {
    server.next.push(proxy(200))
    expect(await readSaleDeliveries(['a'])).toMatchObject({ ok: false })
  })

  it('are retried for one sale', async () => {
    await retryReports('sale_1_a')
    expect(server.received).toMatchObject([
      { name: 'POST retry', body: { target: 'automation', session_id: 'sale_1_a' } },
    ])
  })
})
