import { type DBSchema, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { createOutbox } from '../sync/outbox.ts'
import { createPhoneSales } from '../sync/phone-sales.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { callsIn, markOf, OTHER_SESSION, rowsIn, SESSION, saleAfter } from '../testing/sales.testing.ts'
import { PhoneDatabase } from './database.ts'
import { findSale } from './sale-records.ts'
import { CALL_SHAPE } from './stored.ts'

const STORES = ['leads', 'marks', 'opportunities', 'outbox', 'parked', 'receipts', 'sales', 'sent']

/** A call in version 1, which kept only waiting calls, and the reason of a refusal inside the call. */
type Version1 = SaleCall & { parkedBecause?: string }
interface Schema1 extends DBSchema {
  sales: { key: string; value: Sale }
  outbox: { key: [string, number]; value: Version1 }
  leads: { key: string; value: object; indexes: { first_order: [number, string] } }
  opportunities: { key: string; value: object }
  marks: { key: string; value: string }
}

/** Makes a phone that last ran version 1 of the app, with this sale and these calls waiting. */
async function phoneOfVersion1(sale: Sale, calls: readonly Version1[]): Promise<void> {
  const database = await openDB<Schema1>('doorstep', 1, {
    upgrade(created) {
      created.createObjectStore('sales', { keyPath: 'sessionId' })
      created.createObjectStore('outbox', { keyPath: ['sessionId', 'sequence'] })
      const leads = created.createObjectStore('leads', { keyPath: 'id' })
      leads.createIndex('first_order', ['minus_voucher', 'street_key'])
      created.createObjectStore('opportunities', { keyPath: 'id' })
      created.createObjectStore('marks')
    },
  })
  await database.put('sales', sale)
  for (const call of calls) await database.put('outbox', call)
  await database.put('marks', sale.sessionId, 'current-sale')
  await database.put('marks', 'c1', 'cursor')
  database.close()
}

const versionAndStores = (phone: PhoneDatabase) =>
  phone.use(async (database) => [database.version, [...database.objectStoreNames].sort()])

beforeEach(enterBrowser)
afterEach(leaveBrowser)

describe('a phone without a database', () => {
  it('gets every store and index', async () => {
    const phone = new PhoneDatabase()
    expect(await versionAndStores(phone)).toEqual([2, STORES])
    const indexes = await phone.use(async (database) => [...database.transaction('leads').store.indexNames])
    expect(indexes).toEqual(['first_order'])
  })

  it('is empty', async () => {
    const phone = new PhoneDatabase()
    const rows = await Promise.all(
      (['sales', 'outbox', 'parked', 'sent', 'receipts', 'leads', 'opportunities'] as const).map((store) =>
        rowsIn(phone, store),
      ),
    )
    expect(rows.flat()).toEqual([])
  })
})

describe('a phone with version 1', () => {
  it('keeps its sale, lists and marks', async () => {
    const { sale, calls } = saleAfter(4)
    await phoneOfVersion1(sale, calls)
    const phone = new PhoneDatabase()
    expect(await versionAndStores(phone)).toEqual([2, STORES])
    expect(await findSale(phone, SESSION)).toEqual(sale)
    expect([await markOf(phone, 'current-sale'), await markOf(phone, 'cursor')]).toEqual([SESSION, 'c1'])
  })

  it('keeps every waiting call as it was, in the new shape', async () => {
    const { sale, calls } = saleAfter(4)
    await phoneOfVersion1(sale, calls)
    const upgraded = await rowsIn(new PhoneDatabase(), 'outbox')
    expect(upgraded.map(({ shape: _, at: __, ...call }) => call)).toEqual(calls)
    for (const call of upgraded) {
      expect(call.shape).toBe(CALL_SHAPE)
      expect(Date.parse(call.at)).not.toBeNaN()
    }
  })

  it('sends its calls from the first one on', async () => {
    const { sale, calls } = saleAfter(2)
    await phoneOfVersion1(sale, calls)
    const outbox = createOutbox(new PhoneDatabase())
    expect(await outbox.waitingSales()).toEqual([SESSION])
    expect(await outbox.nextCall(SESSION)).toMatchObject({ sequence: 1, kind: 'create-opportunity' })
  })

  it('moves the reason of a refusal out of the call, so that the agent still sees it', async () => {
    const { sale, calls } = saleAfter(1)
    const [create, ...others] = calls
    if (!create) throw new Error('The sale has no calls.')
    await phoneOfVersion1(sale, [{ ...create, parkedBecause: 'No such lead.' }, ...others])
    const phone = new PhoneDatabase()
    const sales = createPhoneSales(phone)
    await sales.refresh(SESSION)
    expect(sales.get().get(SESSION)?.parked).toMatchObject([{ sequence: 1, reason: 'No such lead.' }])
    expect((await rowsIn(phone, 'outbox'))[0]).not.toHaveProperty('parkedBecause')
    expect(await createOutbox(phone).nextCall(SESSION)).toBeUndefined()
  })

  it('keeps an empty reason too', async () => {
    const { sale, calls } = saleAfter(1)
    await phoneOfVersion1(
      sale,
      calls.map((call) => ({ ...call, parkedBecause: '' })),
    )
    expect(await callsIn(new PhoneDatabase(), 'parked')).toEqual([1, 2])
  })

  it('keeps the calls of several sales apart', async () => {
    const [first, other] = [saleAfter(1), saleAfter(1, OTHER_SESSION)]
    await phoneOfVersion1(first.sale, [...first.calls, ...other.calls])
    const outbox = createOutbox(new PhoneDatabase())
    expect((await outbox.waitingSales()).sort()).toEqual([SESSION, OTHER_SESSION].sort())
  })

  it('stays at version 1, with all its data, if the upgrade fails', async () => {
    const { sale, calls } = saleAfter(4)
    await phoneOfVersion1(sale, calls)
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(IDBCursorWithValue.prototype, 'update').mockImplementation(() => {
      throw new Error('broken')
    })
    await expect(findSale(new PhoneDatabase(), SESSION)).rejects.toMatchObject({ name: 'AbortError' })
    vi.mocked(IDBCursorWithValue.prototype.update).mockRestore()
    const database = await openDB<Schema1>('doorstep')
    expect([database.version, (await database.getAll('outbox')).length]).toEqual([1, calls.length])
    database.close()
    expect(await callsIn(new PhoneDatabase(), 'outbox')).toEqual(calls.map(({ sequence }) => sequence))
  })

  it('is upgraded by the second attempt if the first one was interrupted', async () => {
    const { sale, calls } = saleAfter(1)
    await phoneOfVersion1(sale, calls)
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(IDBCursorWithValue.prototype, 'update').mockImplementationOnce(() => {
      throw new DOMException('The page was closed.', 'AbortError')
    })
    expect(await findSale(new PhoneDatabase(), SESSION)).toEqual(sale)
    expect((await rowsIn(new PhoneDatabase(), 'outbox')).map(({ shape }) => shape)).toEqual([2, 2])
  })
})

it('changes nothing if the database already has this version', async () => {
  const { sale, calls } = saleAfter(1)
  await phoneOfVersion1(sale, calls)
  const before = await rowsIn(new PhoneDatabase(), 'outbox')
  expect(await rowsIn(new PhoneDatabase(), 'outbox')).toEqual(before)
})
