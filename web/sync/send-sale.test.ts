import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { noConnection, problem, proxy, SERVER_TIME } from '../testing/sale-server.testing.ts'
import { CUSTOMER, LEAD, rowsIn, SESSION, SIGNED_AT, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { newSender } from '../testing/sending.testing.ts'
import { expectedReceiptOf, findReceipt } from './receipts.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const ALL = [1, 2, 3, 4, 5, 6, 7, 8]

let on: ReturnType<typeof newSender>
beforeEach(() => {
  enterBrowser()
  on = newSender()
})
afterEach(leaveBrowser)

describe('the waiting calls of a sale', () => {
  it('reach the server in order, until the receipt proves the sale', async () => {
    await on.save()
    expect(await on.send()).toBe('done')
    expect(on.server.sequences).toEqual(ALL)
    expect([await on.waits(), on.accepted]).toEqual([[], ALL])
    expect(await findReceipt(on.phone, SESSION)).toEqual({
      sessionId: SESSION,
      sha256: (await expectedReceiptOf(on.phone, SESSION))?.sha256,
      at: SERVER_TIME,
      checkedAt: SERVER_TIME,
      corrected: false,
    })
  })

  it('give the server the whole sale', async () => {
    await on.save()
    await on.send()
    expect(on.server.sales.get(SESSION)).toMatchObject({
      status: 'closed-won',
      lead_id: LEAD.id,
      customer_name: 'Ada King',
      customer_id_number: CUSTOMER.idNumber,
      service_package_id: 'standard',
      contract_timestamp: SIGNED_AT,
    })
    expect(on.server.reports).toMatchObject([
      { step: 'eligibility-check' },
      { step: 'service-selection' },
      { step: 'customer-details' },
      { step: 'contract-signed' },
    ])
  })

  it('make no request if the phone has none', async () => {
    expect(await on.send()).toBe('done')
    expect(on.server.received).toEqual([])
  })

  it('continue where they stopped, in a later run', async () => {
    await on.save()
    on.server.instead.set('PATCH opportunities', noConnection)
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([3, 4, 5, 6, 7, 8])
    on.server.instead.clear()
    expect(await on.send()).toBe('done')
    expect(on.server.sales.get(SESSION)?.status).toBe('closed-won')
  })

  it('are sent again if the answer was lost, which changes nothing on the server', async () => {
    await on.save(1)
    on.server.losesAnswers = true
    expect(await on.send()).toBe('later')
    const stored = on.server.sales.get(SESSION)
    on.server.losesAnswers = false
    expect(await on.send()).toBe('done')
    expect(on.server.sequences).toEqual([1, 1, 2])
    expect(on.server.sales.get(SESSION)).toEqual(stored)
  })
})

describe('a temporary failure', () => {
  it.each([
    ['the connection fails', noConnection, 'later'],
    ['the database is unavailable', problem(503, 'database-unavailable'), 'later'],
    ['the server is overloaded', problem(500, 'internal'), 'later'],
    ['a gateway times out', proxy(504), 'later'],
    [
      'the server asks for a pause',
      problem(429, 'too-many-calls', 'No.', { 'retry-after': '30' }),
      { restMs: 30_000 },
    ],
    [
      'the server asks for a very long pause',
      problem(503, 'busy', 'No.', { 'retry-after': '99999' }),
      { restMs: 60_000 },
    ],
    ['the key is refused', problem(401, 'invalid-key'), 'after-sign-in'],
    ['the phone is not enrolled', problem(401, 'sign-in-needed'), 'after-sign-in'],
    ['the phone is not known any more', problem(401, 'phone-unknown'), 'after-sign-in'],
    ['the phone is paused', problem(401, 'phone-suspended'), 'after-sign-in'],
    ['a proxy wants a password', proxy(401), 'later'],
    ['a hotel refuses in JSON', problem(401, 'no-room'), 'later'],
    ['a proxy forbids it', proxy(403), 'later'],
    ['a proxy has no such page', proxy(404), 'later'],
    ['a hotel shows its sign-in page', proxy(200), 'later'],
  ])('changes nothing on the phone (%s)', async (_title, answer, outcome) => {
    await on.save()
    on.server.next.push(answer)
    expect(await on.send()).toEqual(outcome)
    expect(await on.waits()).toEqual(ALL)
    expect([on.accepted, on.refused, await rowsIn(on.phone, 'parked')]).toEqual([[], [], []])
  })

  it('of the last report leaves only that report waiting', async () => {
    await on.save(1)
    on.server.instead.set('POST sales-progress', noConnection)
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([2])
  })

  it('of a report that a sign-in page seems to accept leaves that report waiting', async () => {
    await on.save(1)
    on.server.instead.set('POST sales-progress', proxy(200))
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([2])
  })
})

describe('a refusal', () => {
  const REFUSAL = problem(400, 'PGRST204', 'No such column.')

  it('of a write keeps it with its reason, and blocks what follows', async () => {
    await on.save()
    on.server.next.push(REFUSAL)
    expect(await on.send()).toBe('done')
    expect(on.refused).toEqual([[1, 'No such column.']])
    expect(on.server.sequences).toEqual([1])
    expect(await on.waits()).toEqual(ALL)
  })

  it('of a report does not block the sale', async () => {
    await on.save()
    on.server.instead.set('POST sales-progress', REFUSAL)
    expect(await on.send()).toBe('done')
    expect(await on.waits()).toEqual([2, 4, 6, 8])
    expect(on.server.sales.get(SESSION)?.status).toBe('closed-won')
    expect(on.refused.map(([sequence]) => sequence)).toEqual([2, 4, 6, 8])
  })

  it('is not repeated until a person retries', async () => {
    await on.save(1)
    on.server.next.push(REFUSAL)
    await on.send()
    await on.send()
    expect(on.server.sequences).toEqual([1])
    await on.outbox.unpark(SESSION)
    await on.send()
    expect(on.server.sequences).toEqual([1, 1, 2])
  })

  it('by a server that has lost the lead sends the sale without it', async () => {
    await on.save(1)
    on.server.leads = new Set(['another'])
    expect(await on.send()).toBe('done')
    expect(on.server.sales.get(SESSION)).toMatchObject({
      lead_id: null,
      customer_location: expect.any(String),
    })
    expect(on.refused).toEqual([])
  })

  it('of a write that no longer has a lead is kept for a person', async () => {
    await on.save(1)
    on.server.next.push(problem(409, '23503', 'Lost'), problem(409, '23503', 'Lost again'))
    await on.send()
    expect(on.refused).toEqual([[1, 'Lost again']])
  })
})

describe('a server that is restored from a backup', () => {
  it('receives the sale from its first call if it has lost it', async () => {
    await on.save(3)
    await on.send()
    on.server.forget(SESSION)
    await saveWalk(on.phone, { sale: saleAfter(4).sale, calls: saleAfter(4).calls.slice(6) })
    expect(await on.send()).toBe('later')
    expect(await on.send()).toBe('done')
    expect(on.server.sequences).toEqual([1, 2, 3, 4, 5, 6, 7, ...ALL])
    expect(on.server.sales.get(SESSION)?.status).toBe('closed-won')
  })

  it('is noticed if it has the sale, but not its last write', async () => {
    await on.save(2)
    await on.send()
    const before = on.server.sales.get(SESSION)
    on.server.forget(SESSION)
    if (before) on.server.sales.set(SESSION, before)
    await saveWalk(on.phone, { sale: saleAfter(3).sale, calls: saleAfter(3).calls.slice(4) })
    expect(await on.send()).toBe('later')
    expect(await on.waits()).toEqual([1, 2, 3, 4, 5, 6])
  })
})
