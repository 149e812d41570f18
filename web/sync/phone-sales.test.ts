import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhoneDatabase } from '../storage/database.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import {
  giveCopy,
  LEAD,
  OTHER_SESSION,
  recordedSale,
  rowsIn,
  SESSION,
  SIGNED_AT,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createPhoneSales, type PhoneSales } from './phone-sales.ts'
import { saveReceipt } from './receipts.ts'

let phone: PhoneDatabase
let outbox: Outbox
let sales: PhoneSales
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
  outbox = createOutbox(phone)
  sales = createPhoneSales(phone)
})
afterEach(leaveBrowser)

const receipt = { sessionId: SESSION, sha256: 'a', at: SIGNED_AT, checkedAt: SIGNED_AT, corrected: false }

async function acknowledge(count: number): Promise<void> {
  const calls = (await rowsIn(phone, 'outbox')).filter(({ sessionId }) => sessionId === SESSION)
  for (const call of calls.slice(0, count)) await outbox.acknowledge(call)
}

async function read() {
  await sales.refresh(SESSION)
  return sales.get().get(SESSION)
}

describe('a sale on this phone', () => {
  it.each([
    [1, 0, 1, 1],
    [1, 1, 0, 1],
    [1, 2, 0, 0],
    [4, 0, 4, 4],
    [4, 5, 1, 2],
    [4, 8, 0, 0],
  ] as const)(
    'after %i steps and %i accepted calls has %i writes and %i reports left',
    async (steps, sent, writes, reports) => {
      await saveWalk(phone, saleAfter(steps))
      await acknowledge(sent)
      expect(await read()).toMatchObject({ sessionId: SESSION, writes, reports, parked: [] })
    },
  )

  it('counts records of the signing and of copies given separately from the order', async () => {
    await saveWalk(phone, giveCopy(recordedSale()))
    await acknowledge(8)
    expect(await read()).toMatchObject({
      writes: 0,
      reports: 0,
      records: 2,
      written: { status: 'closed-won' },
    })
  })

  it('says whether the phone has the content of the copy, and which paper was given', async () => {
    await saveWalk(phone, saleAfter(4))
    expect(await read()).not.toHaveProperty('hasCopy')
    await saveWalk(phone, recordedSale())
    expect(await read()).toMatchObject({ hasCopy: true })
    await saveWalk(phone, giveCopy(recordedSale(), 'paper', '1042'))
    expect(await read()).toMatchObject({ hasCopy: true, paper: { at: SIGNED_AT, number: '1042' } })
  })

  it.each([0, 3, 8])('knows what was written, sent or not (%i calls accepted)', async (sent) => {
    await saveWalk(phone, saleAfter(4))
    await acknowledge(sent)
    const written = (await read())?.written
    expect(written).toMatchObject({
      lead_id: LEAD.id,
      status: 'closed-won',
      customer_name: 'Ada King',
      service_package_id: 'standard',
      contract_timestamp: SIGNED_AT,
    })
    expect(written).not.toHaveProperty('contract_signature')
  })

  it('shows the refused calls that wait for a person, but not those that were retried', async () => {
    await saveWalk(phone, saleAfter(1))
    const [create] = await rowsIn(phone, 'outbox')
    if (create) await outbox.park(create, 'Name too long')
    expect((await read())?.parked).toMatchObject([{ sequence: 1, reason: 'Name too long' }])
    await outbox.unpark(SESSION)
    expect((await read())?.parked).toEqual([])
  })

  it('was saved when its last call was saved', async () => {
    await saveWalk(phone, saleAfter(1))
    const [create] = await rowsIn(phone, 'outbox')
    expect((await read())?.savedAt).toBe(create?.at)
  })

  it('was accepted when the server took its last call, which may be long after it was saved', async () => {
    await saveWalk(phone, saleAfter(1))
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-01T12:00:00Z') })
    await acknowledge(2)
    expect((await read())?.acceptedAt).toBe('2031-03-01T12:00:00.000Z')
  })

  it('is known from its receipt if version 1 did not keep its calls', async () => {
    await saveReceipt(phone, receipt)
    expect(await read()).toMatchObject({ savedAt: SIGNED_AT, receipt, writes: 0, written: {} })
  })

  it('is unknown before its first finished step', async () => {
    await saveWalk(phone, saleAfter(0))
    expect(await read()).toBeUndefined()
  })
})

describe('the sales on this phone', () => {
  it('are all read, whether they wait, are sent or proved', async () => {
    await saveWalk(phone, saleAfter(1))
    await acknowledge(2)
    await saveWalk(phone, saleAfter(1, OTHER_SESSION))
    await saveReceipt(phone, { ...receipt, sessionId: 'sale_1_old' })
    await sales.refreshAll()
    expect([...sales.get().keys()].sort()).toEqual([SESSION, OTHER_SESSION, 'sale_1_old'].sort())
  })

  it('notify the screen of each change with a new map', async () => {
    const seen: unknown[] = []
    sales.subscribe(() => seen.push(sales.get()))
    await saveWalk(phone, saleAfter(1))
    await read()
    await acknowledge(1)
    await read()
    expect(seen).toHaveLength(2)
    expect(seen[0]).not.toBe(seen[1])
  })

  it('lose a sale that the phone has forgotten', async () => {
    await saveReceipt(phone, receipt)
    expect(await read()).toBeDefined()
    await phone.use((database) => database.delete('receipts', SESSION))
    expect(await read()).toBeUndefined()
  })

  it('stay as they are if the phone cannot read', async () => {
    await saveWalk(phone, saleAfter(1))
    await read()
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('damaged', 'DataError')
    })
    await expect(sales.refresh(SESSION)).rejects.toMatchObject({ name: 'DataError' })
    expect(sales.get().size).toBe(1)
  })
})
