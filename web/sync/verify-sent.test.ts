import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpportunityTerms } from '#domain/opportunity/opportunity.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { FakeSaleServer, noConnection, SERVER_TIME } from '../testing/sale-server.testing.ts'
import { callsIn, OTHER_SESSION, rowsIn, SESSION, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { expectedReceiptOf, findReceipt, saveReceipt } from './receipts.ts'
import { sendCall } from './send-call.ts'
import { settleSale, verifySent } from './verify-sent.ts'

vi.mock('../settings.ts', () => ({ settings: { publicKey: 'key' } }))

const ALL = [1, 2, 3, 4, 5, 6, 7, 8]

let server: FakeSaleServer
let phone: PhoneDatabase
let outbox: Outbox
let checked: string[]
beforeEach(() => {
  enterBrowser()
  server = new FakeSaleServer()
  vi.stubGlobal('fetch', server.fetch)
  phone = new PhoneDatabase()
  outbox = createOutbox(phone)
  checked = []
})
afterEach(leaveBrowser)

const verify = () => verifySent({ phone, outbox, onChecked: (sessionId) => checked.push(sessionId) })

/** Signs a sale and delivers all of it. The phone has no receipt for it, as after an older release. */
async function deliver(sessionId = SESSION): Promise<void> {
  await saveWalk(phone, saleAfter(4, sessionId))
  const calls = (await rowsIn(phone, 'outbox')).filter((call) => call.sessionId === sessionId)
  for (const call of calls) {
    await sendCall(call)
    await outbox.acknowledge(call)
  }
}

/** Changes the server's sale, as the office or an accident may. */
function change(terms: Partial<OpportunityTerms>, sessionId = SESSION): void {
  const row = server.sales.get(sessionId)
  if (row) server.sales.set(sessionId, { ...row, ...terms } as typeof row)
}

async function prove(sessionId = SESSION, at = SERVER_TIME): Promise<void> {
  const expected = await expectedReceiptOf(phone, sessionId)
  await saveReceipt(phone, { sessionId, sha256: expected?.sha256 ?? '', at, checkedAt: at, corrected: false })
}

const waits = () => callsIn(phone, 'outbox')

describe('a delivered sale', () => {
  it('is proved if the server has the same', async () => {
    await deliver()
    expect(await verify()).toBe(true)
    expect(await findReceipt(phone, SESSION)).toMatchObject({
      at: SERVER_TIME,
      checkedAt: SERVER_TIME,
      corrected: false,
    })
    expect([checked, await waits()]).toEqual([[SESSION], []])
  })

  it('keeps the time of its first proof', async () => {
    await deliver()
    await prove(SESSION, '2026-02-28T10:00:00.000Z')
    await verify()
    expect(await findReceipt(phone, SESSION)).toMatchObject({
      at: '2026-02-28T10:00:00.000Z',
      checkedAt: SERVER_TIME,
    })
  })

  it('waits again from its first call if the server has lost it', async () => {
    await deliver()
    server.forget(SESSION)
    expect(await verify()).toBe(true)
    expect(await waits()).toEqual(ALL)
    expect(checked).toEqual([SESSION])
  })

  it('waits again if the server has it only as it was before the signature', async () => {
    await deliver()
    change({ contract_timestamp: null, contract_signature: null })
    expect(await verify()).toBe(true)
    expect(await waits()).toEqual(ALL)
  })

  it('stays as corrected if the office has changed it after it was proved', async () => {
    await deliver()
    await prove()
    change({ customer_email: 'office@example.org' })
    expect(await verify()).toBe(true)
    expect(await findReceipt(phone, SESSION)).toMatchObject({ corrected: true })
    expect(await waits()).toEqual([])
  })

  it('is no longer corrected if the office changes it back', async () => {
    await deliver()
    await prove()
    change({ customer_email: 'office@example.org' })
    await verify()
    change({ customer_email: 'ada@example.org' })
    await verify()
    expect(await findReceipt(phone, SESSION)).toMatchObject({ corrected: false })
  })

  it('is left alone if the server has it, but shows it to another person', async () => {
    await deliver()
    await prove()
    change({ customer_phone: null })
    server.instead.set('GET opportunities', () => Response.json([]))
    expect(await verify()).toBe(true)
    expect([checked, await waits()]).toEqual([[], []])
  })

  it('is left alone if it differs and was never proved', async () => {
    await deliver()
    change({ customer_email: 'other@example.org' })
    expect(await verify()).toBe(true)
    expect(await findReceipt(phone, SESSION)).toBeUndefined()
    expect([checked, await waits()]).toEqual([[], []])
  })

  it('is forgotten 72 hours after its proof, once another sale is on the screen', async () => {
    await deliver()
    await saveWalk(phone, saleAfter(0, OTHER_SESSION))
    await prove(SESSION, '2026-02-26T10:00:00.000Z')
    await verify()
    expect((await rowsIn(phone, 'sales')).map(({ sessionId }) => sessionId)).toEqual([OTHER_SESSION])
  })
})

describe('a verification', () => {
  it('asks nothing if no sale was delivered', async () => {
    await saveWalk(phone, saleAfter(4))
    expect(await verify()).toBe(true)
    expect(server.received).toEqual([])
  })

  it('is incomplete if the server cannot be asked, and changes nothing', async () => {
    await deliver()
    server.next.push(noConnection)
    expect(await verify()).toBe(false)
    expect([await waits(), checked]).toEqual([[], []])
  })

  it('is incomplete if the connection breaks midway, but keeps what it has found', async () => {
    await deliver()
    await deliver(OTHER_SESSION)
    server.forget(SESSION)
    change({ customer_email: 'office@example.org' }, OTHER_SESSION)
    server.instead.set('GET opportunities', noConnection)
    expect(await verify()).toBe(false)
    expect(checked).toEqual([SESSION])
    expect((await rowsIn(phone, 'outbox')).every(({ sessionId }) => sessionId === SESSION)).toBe(true)
  })

  it('ignores verdicts about sales that it did not ask about', async () => {
    await deliver()
    server.next.push(() => Response.json({ ok: ['sale_x'], missing: ['sale_y'], different: ['sale_z'] }))
    expect(await verify()).toBe(true)
    expect([checked, await waits()]).toEqual([[], []])
  })

  it('asks about at most 500 sales at a time', async () => {
    const { sale } = saleAfter(4)
    await phone.use(async (database) => {
      const { store, done } = database.transaction('sales', 'readwrite')
      for (let n = 0; n < 501; n++) void store.put({ ...sale, sessionId: `sale_${n}_a` })
      await done
    })
    server.instead.set('POST verify-sales', () => Response.json({ ok: [], missing: [], different: [] }))
    expect(await verify()).toBe(true)
    const asked = server.received.map(({ body }) => (body as { sales: unknown[] }).sales.length)
    expect(asked).toEqual([500, 1])
  })
})

describe('a sale that the server closed without the right receipt', () => {
  const settle = async () => {
    const expected = await expectedReceiptOf(phone, SESSION)
    if (!expected) throw new Error('The sale is not signed.')
    return settleSale(phone, expected)
  }

  it('is proved if the server has the same', async () => {
    await deliver()
    expect(await settle()).toMatchObject({ state: 'proved', receipt: { corrected: false, at: SERVER_TIME } })
  })

  it.each([
    ['the server does not have it', () => server.forget(SESSION)],
    ['the server has it unsigned', () => change({ contract_timestamp: null })],
  ])('is lost if %s', async (_title, accident) => {
    await deliver()
    accident()
    expect(await settle()).toEqual({ state: 'lost' })
  })

  it.each(['POST verify-sales', 'GET opportunities'])('is unknown if %s fails', async (name) => {
    await deliver()
    change({ customer_phone: null })
    server.instead.set(name, noConnection)
    expect(await settle()).toEqual({ state: 'unknown' })
  })

  it('is unknown if the phone has forgotten it meanwhile', async () => {
    await deliver()
    const expected = await expectedReceiptOf(phone, SESSION)
    change({ customer_phone: null })
    await phone.use((database) => database.delete('sales', SESSION))
    expect(expected && (await settleSale(phone, expected))).toEqual({ state: 'unknown' })
  })

  it.each([
    [{ customer_email: 'x@example.org' }, 'email: x@example.org'],
    [{ customer_phone: null }, 'phone: none'],
    [{ customer_name: 'Bo Ek' }, 'name: Bo Ek'],
    [{ customer_id_number: 'CD456' }, 'ID number: CD456'],
    [{ customer_location: '9 Mill Lane' }, 'address: 9 Mill Lane'],
    [{ service_speed: '1 Mbps' }, 'package'],
    [{ service_speed: '1 Mbps', service_monthly_price: 1 }, 'package'],
    [{ contract_timestamp: '2026-03-02T10:00:00.000Z' }, 'time of signing'],
    [{ contract_signature: 'data:image/png;base64,AAAA' }, 'signature'],
    [{ customer_email: 'x@example.org', customer_phone: null }, 'email: x@example.org, phone: none'],
  ])('shows a person the server’s different details (%o)', async (terms, words) => {
    await deliver()
    change(terms)
    expect(await settle()).toMatchObject({
      state: 'different',
      reason: `The server’s details differ from those signed here (${words})`,
      receipt: { corrected: true },
    })
  })
})
