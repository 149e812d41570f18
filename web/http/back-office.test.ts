import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  attemptsPath,
  correctCustomer,
  correctReport,
  customerPath,
  deliveriesPath,
  readBackOffice,
  retryDeliveries,
} from './back-office.ts'
import { readLeadPull, stopLeadPull } from './lead-pull.ts'
import { readSaleDeliveries, retryReports } from './sale-deliveries.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const BASE = '/functions/v1/back-office'

const sent: [method: string, path: string, body: unknown][] = []
let answer: string
beforeEach(() => {
  sent.length = 0
  answer = '{}'
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    sent.push([method, path, body === undefined ? undefined : JSON.parse(body)])
    return new Response(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

const CUSTOMER = { customer_name: 'Ann', customer_email: 'ann@example.com', customer_phone: '' }

it.each<[string, () => Promise<unknown>, method: string, path: string, body: unknown]>([
  ['reads its state', readBackOffice, 'GET', BASE, undefined],
  ['reads the pull of leads', readLeadPull, 'GET', `${BASE}/lead-pull`, undefined],
  ['stops the pull of leads', stopLeadPull, 'DELETE', `${BASE}/lead-pull`, undefined],
  [
    'retries deliveries',
    () => retryDeliveries({ target: 'crm', state: 'parked' }),
    'POST',
    `${BASE}/deliveries/retry`,
    { target: 'crm', state: 'parked' },
  ],
  [
    'retries the reports of one sale',
    () => retryReports('s1'),
    'POST',
    `${BASE}/deliveries/retry`,
    { target: 'automation', session_id: 's1' },
  ],
  [
    'corrects a report',
    () => correctReport(7, { name: 'Ann' }),
    'PUT',
    `${BASE}/deliveries/7`,
    { payload: { name: 'Ann' } },
  ],
  [
    'corrects a customer',
    () => correctCustomer(7, CUSTOMER),
    'PUT',
    `${BASE}/deliveries/7`,
    { customer: CUSTOMER },
  ],
  [
    'reads the deliveries of several sales',
    () => readSaleDeliveries(['s1', 's&2']),
    'GET',
    `${BASE}/sales?session_id=s1&session_id=s%262`,
    undefined,
  ],
])('%s', async (_, call, method, path, body) => {
  await call()
  expect(sent).toEqual([[method, path, body]])
})

it('asks for nothing if there are no sales', async () => {
  expect(await readSaleDeliveries([])).toEqual({ ok: true, value: [] })
  expect(sent).toEqual([])
})

it.each<[string, () => Promise<{ ok: boolean }>, body: string, isOurs: boolean]>([
  ['the state', readBackOffice, '{"targets":[]}', true],
  ['the state', readBackOffice, '[]', false],
  ['a pull that runs', readLeadPull, '{"read":1}', true],
  ['a pull if none runs', readLeadPull, 'null', true],
  ['a pull', readLeadPull, '[]', false],
  ['the deliveries of sales', () => readSaleDeliveries(['s1']), '[]', true],
  ['the deliveries of sales', () => readSaleDeliveries(['s1']), '{}', false],
])('decides whether the answer to %s is ours: %3$s is %4$s', async (_, call, body, isOurs) => {
  answer = body
  expect((await call()).ok).toBe(isOurs)
})

it('names the paths of lists and of one delivery', () => {
  expect(deliveriesPath('crm', 'parked', 20)).toBe(`${BASE}/deliveries?target=crm&state=parked&limit=20`)
  expect(attemptsPath(7)).toBe(`${BASE}/deliveries/7/attempts`)
  expect(customerPath('s&1')).toContain('session_id=eq.s%261&')
})
