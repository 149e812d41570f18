import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutbox } from '../sync/outbox.ts'
import { enterBrowser, type FakeBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import {
  callsIn,
  markOf,
  OTHER_SESSION,
  rowsIn,
  SESSION,
  saleAfter,
  saveWalk,
} from '../testing/sales.testing.ts'
import { PhoneDatabase } from './database.ts'
import { findSale } from './sale-records.ts'
import { createSecondCopies, restoreSecondCopies } from './second-copies.ts'

let browser: FakeBrowser
let phone: PhoneDatabase
beforeEach(() => {
  browser = enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

/** Returns the session ids of the copies in the browser's cache storage. */
async function copied(): Promise<string[]> {
  const requests = await (await browser.caches.open('doorstep-second-copies')).keys()
  return requests.map(({ url }) => url.split('/').at(-1) ?? '')
}

/** Makes the server accept the first calls of the sale. */
async function deliver(count: number): Promise<void> {
  const outbox = createOutbox(phone)
  for (const call of (await rowsIn(phone, 'outbox')).slice(0, count)) await outbox.acknowledge(call)
}

/** Deletes the database, as a browser does after a crash has damaged it. */
async function loseDatabase(): Promise<PhoneDatabase> {
  await phone.use(async (database) => database.close())
  indexedDB.deleteDatabase('doorstep')
  phone = new PhoneDatabase()
  return phone
}

describe('a second copy', () => {
  it.each([
    ['is made of a signed sale that waits', 4, 0, [SESSION]],
    ['is made of a signed sale that is sent in part', 4, 7, [SESSION]],
    ['is not made of a signed sale that is sent whole', 4, 8, []],
    ['is not made of a sale without a signature', 3, 0, []],
    ['is not made of a sale without any call', 0, 0, []],
  ] as const)('%s', async (_title, steps, sent, expected) => {
    await saveWalk(phone, saleAfter(steps))
    await deliver(sent)
    await createSecondCopies(phone).update(SESSION)
    expect(await copied()).toEqual(expected)
  })

  it('is deleted once the sale is sent completely', async () => {
    const copies = createSecondCopies(phone)
    await saveWalk(phone, saleAfter(4))
    await copies.update(SESSION)
    await deliver(8)
    await copies.update(SESSION)
    expect(await copied()).toEqual([])
  })

  it('stays if the database no longer has the sale, because then it is the only one', async () => {
    const copies = createSecondCopies(phone)
    await saveWalk(phone, saleAfter(4))
    await copies.update(SESSION)
    await createSecondCopies(await loseDatabase()).update(SESSION)
    expect(await copied()).toEqual([SESSION])
  })

  it('has the latest state if updates overlap', async () => {
    const copies = createSecondCopies(phone)
    await saveWalk(phone, saleAfter(4))
    const first = copies.update(SESSION)
    await deliver(8)
    await Promise.all([first, copies.update(SESSION)])
    expect(await copied()).toEqual([])
  })

  it('is made by the next update if one has failed', async () => {
    const copies = createSecondCopies(phone)
    await saveWalk(phone, saleAfter(4))
    vi.spyOn(browser.caches, 'open').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
    await expect(copies.update(SESSION)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    await copies.update(SESSION)
    expect(await copied()).toEqual([SESSION])
  })

  it('is not made if the browser has no cache storage', async () => {
    vi.stubGlobal('caches', undefined)
    Reflect.deleteProperty(globalThis, 'caches')
    await saveWalk(phone, saleAfter(4))
    const copies = createSecondCopies(phone)
    await copies.update(SESSION)
    await copies.tidy()
    expect(await restoreSecondCopies(phone)).toBe(0)
  })
})

describe('the copies of an earlier start', () => {
  it('are deleted if their sales have been sent meanwhile; otherwise they stay', async () => {
    const earlier = createSecondCopies(phone)
    for (const sessionId of [SESSION, OTHER_SESSION]) {
      await saveWalk(phone, saleAfter(4, sessionId))
      await earlier.update(sessionId)
    }
    await deliver(8)
    await createSecondCopies(phone).tidy()
    expect(await copied()).toEqual([OTHER_SESSION])
  })

  it('open no cache if the phone has no copies', async () => {
    await createSecondCopies(phone).tidy()
    expect(await browser.caches.has('doorstep-second-copies')).toBe(false)
  })
})

describe('after the browser has deleted the database', () => {
  beforeEach(async () => {
    await saveWalk(phone, saleAfter(4))
    await deliver(3)
    await createSecondCopies(phone).update(SESSION)
  })

  it('the sale and all its calls are back, and all of them wait again', async () => {
    const { sale, calls } = saleAfter(4)
    await loseDatabase()
    expect(await restoreSecondCopies(phone)).toBe(1)
    expect(await findSale(phone, SESSION)).toEqual(sale)
    expect(await rowsIn(phone, 'outbox')).toMatchObject(calls)
    expect(await callsIn(phone, 'sent')).toEqual([])
  })

  it('the screen shows the sale again', async () => {
    await loseDatabase()
    await restoreSecondCopies(phone)
    expect(await markOf(phone, 'current-sale')).toBe(SESSION)
  })

  it('a second restore, after a crash of the first, changes nothing', async () => {
    await loseDatabase()
    await restoreSecondCopies(phone)
    const before = await rowsIn(phone, 'outbox')
    await restoreSecondCopies(new PhoneDatabase())
    expect(await rowsIn(phone, 'outbox')).toEqual(before)
  })

  it('a sale that still waits in the database is not changed', async () => {
    expect(await restoreSecondCopies(phone)).toBe(1)
    expect(await callsIn(phone, 'outbox')).toEqual([4, 5, 6, 7, 8])
    expect(await callsIn(phone, 'sent')).toEqual([1, 2, 3])
  })
})
