import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhoneDatabase } from '../storage/database.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { FakeSaleServer, noConnection, problem, proxy, SERVER_TIME } from '../testing/sale-server.testing.ts'
import {
  CUSTOMER,
  callsIn,
  LEAD,
  rowsIn,
  SESSION,
  SIGNED_AT,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { createOutbox, lastAccepted, type Outbox } from './outbox.ts'
import { claimOf, findReceipt } from './receipts.ts'
import { sendCall } from './send-call.ts'
import { sendSale } from './send-sale.ts'
import { settleSale } from './verify-sent.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const ALL = [1, 2, 3, 4, 5, 6, 7, 8]

let server: FakeSaleServer
let phone: PhoneDatabase
let outbox: Outbox
let accepted: number[]
let refused: [sequence: number, reason: string][]
beforeEach(() => {
  enterBrowser()
  server = new FakeSaleServer()
  vi.stubGlobal('fetch', server.fetch)
  phone = new PhoneDatabase()
  outbox = createOutbox(phone)
  accepted = []
  refused = []
})
afterEach(leaveBrowser)

const send = () =>
  sendSale(SESSION, {
    outbox,
    send: async (call) => sendCall(call, await lastAccepted(phone, call.sessionId)),
    claimOf: (sessionId) => claimOf(phone, sessionId),
    settle: (claim) => settleSale(phone, claim),
    onAccepted: ({ sequence }) => accepted.push(sequence),
    onRefused: ({ sequence }, reason) => refused.push([sequence, reason]),
  })

const waits = () => callsIn(phone, 'outbox')
const save = (steps: 1 | 2 | 3 | 4 = 4) => saveWalk(phone, saleAfter(steps))

describe('the waiting calls of a sale', () => {
  it('reach the server in order, until the receipt proves the sale', async () => {
    await save()
    expect(await send()).toBe('done')
    expect(server.sequences).toEqual(ALL)
    expect([await waits(), accepted]).toEqual([[], ALL])
    expect(await findReceipt(phone, SESSION)).toEqual({
      sessionId: SESSION,
      sha256: (await claimOf(phone, SESSION))?.sha256,
      at: SERVER_TIME,
      checkedAt: SERVER_TIME,
      corrected: false,
    })
  })

  it('give the server the whole sale', async () => {
    await save()
    await send()
    expect(server.sales.get(SESSION)).toMatchObject({
      status: 'closed-won',
      lead_id: LEAD.id,
      customer_name: 'Ada King',
      customer_id_number: CUSTOMER.idNumber,
      service_package_id: 'standard',
      contract_timestamp: SIGNED_AT,
    })
    expect(server.reports).toMatchObject([
      { step: 'eligibility-check' },
      { step: 'service-selection' },
      { step: 'customer-details' },
      { step: 'contract-signed' },
    ])
  })

  it('make no request if the phone has none', async () => {
    expect(await send()).toBe('done')
    expect(server.received).toEqual([])
  })

  it('go on where they stopped, in a later run', async () => {
    await save()
    server.instead.set('PATCH opportunities', noConnection)
    expect(await send()).toBe('later')
    expect(await waits()).toEqual([3, 4, 5, 6, 7, 8])
    server.instead.clear()
    expect(await send()).toBe('done')
    expect(server.sales.get(SESSION)?.status).toBe('closed-won')
  })

  it('are sent again if the answer was lost, which changes nothing on the server', async () => {
    await save(1)
    server.losesAnswers = true
    expect(await send()).toBe('later')
    const stored = server.sales.get(SESSION)
    server.losesAnswers = false
    expect(await send()).toBe('done')
    expect(server.sequences).toEqual([1, 1, 2])
    expect(server.sales.get(SESSION)).toEqual(stored)
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
    ['a proxy forbids it', proxy(403), 'later'],
    ['a proxy has no such page', proxy(404), 'later'],
    ['a hotel shows its sign-in page', proxy(200), 'later'],
  ])('changes nothing on the phone (%s)', async (_title, answer, outcome) => {
    await save()
    server.next.push(answer)
    expect(await send()).toEqual(outcome)
    expect(await waits()).toEqual(ALL)
    expect([accepted, refused, await rowsIn(phone, 'parked')]).toEqual([[], [], []])
  })

  it('of the last report leaves only that report', async () => {
    await save(1)
    server.instead.set('POST sales-progress', noConnection)
    expect(await send()).toBe('later')
    expect(await waits()).toEqual([2])
  })

  it('of a report that a sign-in page seems to accept leaves that report', async () => {
    await save(1)
    server.instead.set('POST sales-progress', proxy(200))
    expect(await send()).toBe('later')
    expect(await waits()).toEqual([2])
  })
})

describe('a refusal', () => {
  const REFUSAL = problem(400, 'PGRST204', 'No such column.')

  it('of a write keeps it with its reason, and blocks what follows', async () => {
    await save()
    server.next.push(REFUSAL)
    expect(await send()).toBe('done')
    expect(refused).toEqual([[1, 'No such column.']])
    expect(server.sequences).toEqual([1])
    expect(await waits()).toEqual(ALL)
  })

  it('of a report does not block the sale', async () => {
    await save()
    server.instead.set('POST sales-progress', REFUSAL)
    expect(await send()).toBe('done')
    expect(await waits()).toEqual([2, 4, 6, 8])
    expect(server.sales.get(SESSION)?.status).toBe('closed-won')
    expect(refused.map(([sequence]) => sequence)).toEqual([2, 4, 6, 8])
  })

  it('is not repeated until a person retries', async () => {
    await save(1)
    server.next.push(REFUSAL)
    await send()
    await send()
    expect(server.sequences).toEqual([1])
    await outbox.unpark(SESSION)
    await send()
    expect(server.sequences).toEqual([1, 1, 2])
  })

  it('by a server that has lost the lead sends the sale without it', async () => {
    await save(1)
    server.leads = new Set(['another'])
    expect(await send()).toBe('done')
    expect(server.sales.get(SESSION)).toMatchObject({ lead_id: null, customer_location: expect.any(String) })
    expect(refused).toEqual([])
  })

  it('of a write that has no lead any more is kept for a person', async () => {
    await save(1)
    server.next.push(problem(409, '23503', 'Lost'), problem(409, '23503', 'Lost again'))
    await send()
    expect(refused).toEqual([[1, 'Lost again']])
  })
})

describe('a server that was restored from a backup', () => {
  it('receives the sale from its first call if it has lost it', async () => {
    await save(3)
    await send()
    server.forget(SESSION)
    await saveWalk(phone, { sale: saleAfter(4).sale, calls: saleAfter(4).calls.slice(6) })
    expect(await send()).toBe('later')
    expect(await send()).toBe('done')
    expect(server.sequences).toEqual([1, 2, 3, 4, 5, 6, 7, ...ALL])
    expect(server.sales.get(SESSION)?.status).toBe('closed-won')
  })

  it('is noticed if it has the sale, but not its last write', async () => {
    await save(2)
    await send()
    const before = server.sales.get(SESSION)
    server.forget(SESSION)
    if (before) server.sales.set(SESSION, before)
    await saveWalk(phone, { sale: saleAfter(3).sale, calls: saleAfter(3).calls.slice(4) })
    expect(await send()).toBe('later')
    expect(await waits()).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('a closing call whose answer does not prove the sale', () => {
  /** The server answers the closing call without applying it. */
  const answerClosing = (headers: Record<string, string>) =>
    server.instead.set(
      'PATCH opportunities',
      () => new Response(null, { status: 204, headers: { 'content-range': '*/*', ...headers } }),
    )
  const date = new Date(SERVER_TIME).toUTCString()
  const saveClosingOnly = async () => {
    const { sale, calls } = saleAfter(4)
    await saveWalk(phone, { sale, calls: calls.slice(6, 7) })
  }
  const hash = async () => (await claimOf(phone, SESSION))?.sha256 ?? ''

  it.each([
    ['has no receipt', async () => ({ date })],
    ['has a receipt for something else', async () => ({ date, receipt: `sha256=${'b'.repeat(64)}` })],
    ['has no date', async () => ({ receipt: `sha256=${await hash()}` })],
    [
      'was cut off within its date',
      async () => ({ receipt: `sha256=${await hash()}`, date: date.slice(0, 14) }),
    ],
  ])('waits while the server cannot be asked (%s)', async (_title, headers) => {
    await saveClosingOnly()
    answerClosing(await headers())
    server.instead.set('POST verify-sales', noConnection)
    expect(await send()).toBe('later')
    expect(await waits()).toEqual([7])
    expect(await findReceipt(phone, SESSION)).toBeUndefined()
  })

  it('is accepted if the server proves the sale when asked', async () => {
    await save()
    await send()
    const proved = server.sales.get(SESSION)
    await saveClosingOnly()
    answerClosing({ date })
    expect(await send()).toBe('done')
    expect(server.sales.get(SESSION)).toEqual(proved)
    expect(await findReceipt(phone, SESSION)).toMatchObject({ at: SERVER_TIME, corrected: false })
  })

  it('starts the sale again if the server has nothing of it', async () => {
    await saveClosingOnly()
    answerClosing({ date })
    expect(await send()).toBe('later')
    expect(await waits()).toEqual([1, 2, 7])
  })

  describe('and the server holds other terms', () => {
    const storeOther = async () => {
      await save()
      await send()
      const row = server.sales.get(SESSION)
      if (row) server.sales.set(SESSION, { ...row, customer_email: 'other@example.org' } as typeof row)
      await saveClosingOnly()
      answerClosing({ date })
      accepted = []
    }
    const REASON = 'The server holds other details than were signed here (email: other@example.org)'

    it('is kept for a person, with what the server holds', async () => {
      await storeOther()
      expect(await send()).toBe('done')
      expect(refused).toEqual([[7, REASON]])
      expect(await waits()).toEqual([7])
    })

    it('is accepted as corrected if a person retries it for that reason', async () => {
      await storeOther()
      await send()
      await outbox.unpark(SESSION)
      expect(await send()).toBe('done')
      expect([await waits(), accepted]).toEqual([[], [7]])
      expect(await findReceipt(phone, SESSION)).toMatchObject({ corrected: true })
    })

    it('is kept again if the person retried it for another reason', async () => {
      await storeOther()
      server.next.push(problem(400, 'rule', 'Another reason'))
      await send()
      await outbox.unpark(SESSION)
      await send()
      expect(refused).toEqual([
        [7, 'Another reason'],
        [7, REASON],
      ])
      expect(await waits()).toEqual([7])
    })
  })

  it('is accepted without a proof where the browser cannot hash', async () => {
    await save()
    vi.stubGlobal('crypto', {})
    server.instead.set(
      'PATCH opportunities',
      () => new Response(null, { status: 204, headers: { 'content-range': '*/*', date } }),
    )
    expect(await send()).toBe('done')
    expect(await waits()).toEqual([])
    expect(await findReceipt(phone, SESSION)).toBeUndefined()
  })
})
