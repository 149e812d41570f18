import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhoneDatabase } from '../storage/database.ts'
import type { SaleReceipt } from '../storage/stored.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { OTHER_SESSION, rowsIn, SESSION, SIGNED_AT, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { createOutbox } from './outbox.ts'
import { expectedReceiptOf, expectedReceipts, findReceipt, forgetIfOld, saveReceipt } from './receipts.ts'

const HOURS = 3_600_000
const receiptAfter = (hours: number, sessionId = SESSION): SaleReceipt => ({
  sessionId,
  sha256: 'a'.repeat(64),
  at: SIGNED_AT,
  checkedAt: new Date(Date.parse(SIGNED_AT) + hours * HOURS).toISOString(),
  corrected: false,
})

let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

/** Saves a sale and makes the server accept its first calls. */
async function save(steps: 1 | 2 | 3 | 4, accepted: number, sessionId = SESSION): Promise<void> {
  await saveWalk(phone, saleAfter(steps, sessionId))
  const outbox = createOutbox(phone)
  const calls = (await rowsIn(phone, 'outbox')).filter((call) => call.sessionId === sessionId)
  for (const call of calls.slice(0, accepted)) await outbox.acknowledge(call)
}

describe('the receipt that a sale must have', () => {
  it('is the hash of its signed terms', async () => {
    await save(4, 0)
    expect(await expectedReceiptOf(phone, SESSION)).toEqual({
      session_id: SESSION,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('is the same for the same terms and differs for other terms', async () => {
    await save(4, 0)
    const expected = await expectedReceiptOf(phone, SESSION)
    await saveWalk(phone, saleAfter(4))
    expect(await expectedReceiptOf(phone, SESSION)).toEqual(expected)
    const { sale } = saleAfter(4)
    const customer = { ...sale.customer, idNumber: 'CD456' }
    await saveWalk(phone, { sale: { ...sale, customer }, calls: [] })
    expect((await expectedReceiptOf(phone, SESSION))?.sha256).not.toBe(expected?.sha256)
  })

  it.each([1, 2, 3] as const)('does not exist before the signature (step %i)', async (steps) => {
    await save(steps, 0)
    expect(await expectedReceiptOf(phone, SESSION)).toBeUndefined()
  })

  it('does not exist for a sale that the phone does not have', async () => {
    expect(await expectedReceiptOf(phone, SESSION)).toBeUndefined()
  })

  it('does not exist if the browser cannot hash', async () => {
    await save(4, 8)
    vi.stubGlobal('crypto', {})
    expect(await expectedReceiptOf(phone, SESSION)).toBeUndefined()
    expect(await expectedReceipts(phone)).toEqual([])
  })
})

describe('the receipts that the server must still give', () => {
  it.each([
    ['a signed sale that is sent whole', 4, 8, false, true],
    ['a signed sale of which the last report waits', 4, 7, false, false],
    ['a proved sale of which the last report waits', 4, 7, true, true],
    ['a signed sale that waits whole', 4, 0, false, false],
    ['an unsigned sale that is sent whole', 3, 6, false, false],
  ] as const)('%s: %i steps, %i calls accepted, proved %s', async (_title, steps, sent, proved, expected) => {
    await save(steps, sent)
    if (proved) await saveReceipt(phone, receiptAfter(0))
    const receipts = await expectedReceipts(phone)
    expect(receipts.map(({ session_id }) => session_id)).toEqual(expected ? [SESSION] : [])
  })

  it('are one for each delivered sale', async () => {
    await save(4, 8)
    await save(4, 8, OTHER_SESSION)
    const receipts = await expectedReceipts(phone)
    expect(receipts.map(({ session_id }) => session_id).sort()).toEqual([SESSION, OTHER_SESSION].sort())
    expect(new Set(receipts.map(({ sha256 }) => sha256)).size).toBe(2)
  })

  it('are read in one transaction, so that a sale signed meanwhile does not look delivered', async () => {
    await save(4, 8)
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await expectedReceipts(phone)
    expect(transaction).toHaveBeenCalledOnce()
  })
})

describe('a receipt', () => {
  it('replaces the earlier one of its sale', async () => {
    await saveReceipt(phone, receiptAfter(0))
    await saveReceipt(phone, receiptAfter(5))
    expect(await findReceipt(phone, SESSION)).toEqual(receiptAfter(5))
    expect(await rowsIn(phone, 'receipts')).toHaveLength(1)
  })

  it('is not found for another sale', async () => {
    await saveReceipt(phone, receiptAfter(0))
    expect(await findReceipt(phone, OTHER_SESSION)).toBeUndefined()
  })

  it('waits for the disk', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await saveReceipt(phone, receiptAfter(0))
    expect(transaction.mock.calls.at(-1)?.[2]).toEqual({ durability: 'strict' })
  })
})

describe('an old sale', () => {
  /** Makes the screen show another sale. */
  const startAnother = () => saveWalk(phone, saleAfter(1, OTHER_SESSION))
  const isKept = async () => (await rowsIn(phone, 'sales')).some(({ sessionId }) => sessionId === SESSION)

  it.each([
    [0, true],
    [71.9, true],
    [72, false],
    [1_000, false],
  ])(
    'is forgotten 72 hours after its receipt, by the server’s time (%i hours: kept %s)',
    async (hours, kept) => {
      await save(4, 8)
      await saveReceipt(phone, receiptAfter(hours))
      await startAnother()
      await forgetIfOld(phone, receiptAfter(hours))
      expect(await isKept()).toBe(kept)
    },
  )

  it('leaves nothing behind', async () => {
    await save(4, 8)
    await saveReceipt(phone, receiptAfter(100))
    await startAnother()
    await forgetIfOld(phone, receiptAfter(100))
    const sessions = [...(await rowsIn(phone, 'sent')), ...(await rowsIn(phone, 'receipts'))]
    expect(sessions.filter(({ sessionId }) => sessionId === SESSION)).toEqual([])
    expect(await rowsIn(phone, 'sales')).toHaveLength(1)
  })

  it('stays while the screen shows it', async () => {
    await save(4, 8)
    await forgetIfOld(phone, receiptAfter(100))
    expect(await isKept()).toBe(true)
  })

  it('stays while a report of it waits', async () => {
    await save(4, 7)
    await startAnother()
    await forgetIfOld(phone, receiptAfter(100))
    expect(await isKept()).toBe(true)
  })
})
