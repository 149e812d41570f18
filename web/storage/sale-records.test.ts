import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { success } from '#domain/kernel/result.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import {
  callsIn,
  markOf,
  OTHER_SESSION,
  rowsIn,
  SESSION,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { findCurrentSale } from './current-sale.ts'
import { PhoneDatabase } from './database.ts'
import { findSale, saveSale, takeWriteLock } from './sale-records.ts'
import { CALL_SHAPE } from './stored.ts'

const TAKEN_OVER = { ok: false, failure: 'taken-over' }

let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

describe('a saved sale', () => {
  it.each([0, 1, 2, 3, 4] as const)('is found again as it was after %i finished steps', async (steps) => {
    const { sale, calls } = saleAfter(steps)
    expect(await saveSale(phone, sale, calls, 'tab')).toEqual(success(undefined))
    expect(await findSale(phone, SESSION)).toEqual(sale)
    expect(await callsIn(phone, 'outbox')).toEqual(calls.map(({ sequence }) => sequence))
  })

  it('has its calls in the outbox, each with its shape and the time of saving', async () => {
    const { sale, calls } = saleAfter(1)
    await saveSale(phone, sale, calls, 'tab')
    const stored = await rowsIn(phone, 'outbox')
    expect(stored).toMatchObject(calls.map((call) => ({ ...call, shape: CALL_SHAPE })))
    expect(Date.parse(stored[0]?.at ?? '')).not.toBeNaN()
  })

  it('is shown by the next start if it was saved last', async () => {
    await saveSale(phone, saleAfter(4).sale, [], 'tab')
    await saveSale(phone, saleAfter(1, OTHER_SESSION).sale, [], 'tab')
    expect((await findCurrentSale(new PhoneDatabase()))?.sessionId).toBe(OTHER_SESSION)
    expect(await findSale(phone, SESSION)).toBeDefined()
  })

  it('is written by the first tab that saves', async () => {
    await saveSale(phone, saleAfter(0).sale, [], 'first')
    expect(await markOf(phone, 'editor')).toBe('first')
  })

  it('is stored whole or not at all', async () => {
    const { sale, calls } = saleAfter(1)
    const put = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (this.name === 'outbox') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, given)
    })
    await expect(saveSale(phone, sale, calls, 'tab')).rejects.toMatchObject({ name: 'QuotaExceededError' })
    vi.restoreAllMocks()
    expect(await callsIn(phone, 'outbox')).toEqual([])
  })

  it('is committed before its writes have ended, so that a reload right after a signature keeps it', async () => {
    const order: string[] = []
    const { put } = IDBObjectStore.prototype
    const { commit } = IDBTransaction.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      const request = put.apply(this, given)
      request.addEventListener('success', () => order.push('written'))
      return request
    })
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
      order.push('commit')
      commit.apply(this)
    })
    await saveSale(phone, saleAfter(4).sale, [], 'tab')
    vi.restoreAllMocks()
    expect(order[0]).toBe('commit')
    expect(await findSale(phone, SESSION)).toBeDefined()
  })

  it('waits for the disk', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await saveSale(phone, saleAfter(1).sale, [], 'tab')
    expect(transaction.mock.calls).toContainEqual([expect.anything(), 'readwrite', { durability: 'strict' }])
  })
})

describe('the write lock in the database', () => {
  it('refuses to save for a tab that has lost it, and changes nothing', async () => {
    const before = saleAfter(1)
    await saveWalk(phone, before, 'first')
    await takeWriteLock(phone, 'second')
    const { sale, calls } = saleAfter(4)
    expect(await saveSale(phone, sale, calls, 'first')).toEqual(TAKEN_OVER)
    expect(await findSale(phone, SESSION)).toEqual(before.sale)
    expect(await callsIn(phone, 'outbox')).toEqual([1, 2])
    expect(await markOf(phone, 'editor')).toBe('second')
  })

  it('lets a tab save once it has taken the lock, and the first one again if that takes it back', async () => {
    await saveWalk(phone, saleAfter(1), 'first')
    await takeWriteLock(phone, 'second')
    expect(await saveSale(phone, saleAfter(2).sale, [], 'second')).toEqual(success(undefined))
    await takeWriteLock(phone, 'first')
    expect(await saveSale(phone, saleAfter(3).sale, [], 'first')).toEqual(success(undefined))
  })

  it('lets only one save if two tabs try at the same time', async () => {
    const [first, second] = [new PhoneDatabase(), new PhoneDatabase()]
    const saved = await Promise.all([
      saveSale(first, saleAfter(1).sale, [], 'first'),
      saveSale(second, saleAfter(1, OTHER_SESSION).sale, [], 'second'),
    ])
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

it('does not find a sale on a phone that has no sale', async () => {
  expect(await findSale(phone, SESSION)).toBeUndefined()
  expect(await findCurrentSale(phone)).toBeUndefined()
})
