import { afterEach, expect, test, vi } from 'vitest'
import type { DeliveryListed } from '#protocol/back-office.ts'
import { retryPush } from './retry-delivery.ts'

vi.mock('../../settings.ts', () => ({ settings: { publicKey: 'key' } }))
afterEach(() => vi.unstubAllGlobals())

test('a retry of an open sale sends everything that is known about it, including the voucher', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return new Response('{"success":true}')
  })
  await retryPush({
    state: 'waiting',
    session_id: 'sale_1',
    sale_status: 'open',
    ghl_opportunity_id: null,
    lead_id: 'lead_1',
    service_package_name: null,
    voucher_amount: 1500,
    total_value: null,
  } as DeliveryListed)
  expect(bodies).toEqual([
    {
      endpoint: 'create-opportunity',
      sessionId: 'sale_1',
      leadId: 'lead_1',
      servicePackageName: null,
      voucherAmount: 1500,
      totalValue: null,
    },
  ])
})
