import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leadWith } from '#domain/testing/lead-with.ts'
import { enterBrowser, type FakeBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { OTHER_SESSION, SESSION, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { PhoneDatabase } from './database.ts'
import { clearUnsentCount, readUnsentCount, requestPersistence, saveUnsentCount } from './eviction.ts'
import { readFirst } from './first-read.ts'
import { cacheLists, saveArea } from './list-cache.ts'
import { createSecondCopies } from './second-copies.ts'

const AT = '2026-03-01T12:00:00.000Z'
const NO_LISTS = { cursor: undefined, inStepAt: undefined, area: undefined, tookOnlyArea: false, leads: [] }

let browser: FakeBrowser
let phone: PhoneDatabase
beforeEach(() => {
  browser = enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

/** Signs these sales, and stores second copies of them. */
async function signAndCopy(...sessionIds: string[]): Promise<void> {
  const copies = createSecondCopies(phone)
  for (const sessionId of sessionIds) {
    await saveWalk(phone, saleAfter(4, sessionId))
    await copies.update(sessionId)
  }
}

async function loseDatabase(): Promise<void> {
  await phone.use(async (database) => database.close())
  indexedDB.deleteDatabase('doorstep')
  phone = new PhoneDatabase()
}

describe('the first screen', () => {
  it('is empty on a new phone, and nothing is missing', async () => {
    expect(await readFirst(phone)).toEqual({ sale: undefined, lists: NO_LISTS, lostSales: undefined })
  })

  it.each([0, 1, 2, 3, 4] as const)('shows the sale in progress after %i finished steps', async (steps) => {
    const walk = saleAfter(steps)
    await saveWalk(phone, walk)
    expect(await readFirst(phone)).toMatchObject({ sale: walk.sale, lostSales: undefined })
  })

  it('has no more leads than fit on the screen', async () => {
    const leads = Array.from({ length: 100 }, (_, n) => leadWith({ id: `lead-${n}` }))
    await cacheLists(phone, { area: undefined, leads, opportunities: [], cursor: 'c1', inStepAt: AT })
    const { lists } = await readFirst(phone)
    expect(lists.leads).toHaveLength(24)
    expect(lists).toMatchObject({ cursor: 'c1', inStepAt: AT, area: undefined, tookOnlyArea: false })
  })

  it.each([
    ['that the agent chose', false],
    ['that was the only one', true],
  ])('knows the area %s', async (_title, tookOnlyArea) => {
    await saveArea(phone, 'Ludlow', tookOnlyArea)
    expect((await readFirst(phone)).lists).toMatchObject({ area: 'Ludlow', tookOnlyArea })
  })

  it('shows the sale even if the cached leads cannot be read', async () => {
    await saveWalk(phone, saleAfter(2))
    const log = vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('damaged', 'DataError')
    })
    const { sale, lists } = await readFirst(phone)
    expect([sale?.step, lists.leads]).toEqual([3, []])
    expect(log).toHaveBeenCalledOnce()
  })

  it('fails if the sale cannot be read, because an empty form would hide it', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
      throw new DOMException('damaged', 'DataError')
    })
    await expect(readFirst(phone)).rejects.toMatchObject({ name: 'DataError' })
  })
})

describe('a phone whose database was deleted', () => {
  it.each([
    ['one unsent sale, not copied', 1, [], 1],
    ['two unsent sales, one of them copied', 2, [SESSION], 1],
    ['two unsent sales, both copied', 2, [SESSION, OTHER_SESSION], undefined],
    ['one unsent sale, copied', 1, [SESSION], undefined],
    ['only sent sales', 0, [], 0],
    ['only sent sales and a copy', 0, [SESSION], undefined],
  ])('reports what is missing (%s)', async (_title, unsent, copied, lostSales) => {
    await signAndCopy(...copied)
    saveUnsentCount(unsent)
    await loseDatabase()
    expect((await readFirst(phone)).lostSales).toBe(lostSales)
  })

  it('shows a sale that was restored from its copy', async () => {
    await signAndCopy(SESSION)
    await loseDatabase()
    expect((await readFirst(phone)).sale).toEqual(saleAfter(4).sale)
  })

  it('starts with a new sale if the copies cannot be read, and reports the loss', async () => {
    saveUnsentCount(2)
    const log = vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(browser.caches, 'has').mockRejectedValue(new DOMException('damaged', 'UnknownError'))
    expect(await readFirst(phone)).toMatchObject({ sale: undefined, lostSales: 2 })
    expect(log).toHaveBeenCalledOnce()
  })

  it('reports nothing while it still has a sale', async () => {
    saveUnsentCount(5)
    await saveWalk(phone, saleAfter(1))
    expect((await readFirst(phone)).lostSales).toBeUndefined()
  })
})

describe('the count of unsent sales in the cookie', () => {
  it.each([0, 1, 17])('is read back (%i)', (count) => {
    saveUnsentCount(count)
    expect(readUnsentCount()).toBe(count)
  })

  it('is unknown before the first sale, and after the agent was warned', () => {
    expect(readUnsentCount()).toBeUndefined()
    saveUnsentCount(3)
    clearUnsentCount()
    expect(readUnsentCount()).toBeUndefined()
  })

  it.each([
    ['other=1; doorstep-keeps=4', 4],
    ['doorstep-keeps=4; other=1', 4],
    ['not-doorstep-keeps=4', undefined],
    ['doorstep-keeps=none', undefined],
  ])('is found among other cookies (%s)', (cookie, expected) => {
    vi.stubGlobal('document', { cookie })
    expect(readUnsentCount()).toBe(expected)
  })
})

describe('the request to keep our storage', () => {
  it('reaches the browser', async () => {
    await requestPersistence()
    expect(browser.persist).toHaveBeenCalledOnce()
  })

  it.each([
    ['refuses', { storage: { persist: () => Promise.reject(new TypeError('insecure')) } }],
    ['has no such request', { storage: {} }],
    ['has no storage manager', {}],
  ])('does no harm if the browser %s', async (_title, navigator) => {
    vi.stubGlobal('navigator', navigator)
    await expect(requestPersistence()).resolves.toBeUndefined()
  })
})
