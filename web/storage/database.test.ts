import { deleteDB, openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterBrowser, type FakeBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { markOf } from '../testing/sales.testing.ts'
import { callsOf, type OtherTab, PhoneDatabase } from './database.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = enterBrowser()
})
afterEach(leaveBrowser)

const put = (phone: PhoneDatabase, area: string) =>
  phone.use((database) => database.put('marks', area, 'area'))

/** Closes the connection under the app, as iOS does to free memory. */
const closeConnection = (phone: PhoneDatabase) =>
  phone.use(async (database) => {
    database.close()
  })

const named = (name: string) => expect.objectContaining({ name })

/** Opens the app's database in another version, as a tab that closes only when the test says so. */
const openTab = (version?: number) => openDB('doorstep', version)

const openOlderTab = () =>
  openDB('doorstep', 1, {
    upgrade: (database) => void database.createObjectStore('outbox', { keyPath: ['sessionId', 'sequence'] }),
  })

describe('a database whose connection was closed', () => {
  it('opens again and repeats the work', async () => {
    const phone = new PhoneDatabase()
    await put(phone, 'Ludlow')
    await closeConnection(phone)
    expect(await markOf(phone, 'area')).toBe('Ludlow')
  })

  it('serves all the work that was waiting for it', async () => {
    const phone = new PhoneDatabase()
    await put(phone, 'Ludlow')
    await closeConnection(phone)
    const reads = Array.from({ length: 5 }, () => markOf(phone, 'area'))
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 5 }, () => 'Ludlow'))
  })

  it.each(['AbortError', 'InvalidStateError', 'UnknownError'])(
    'repeats work that failed with %s',
    async (name) => {
      const phone = new PhoneDatabase()
      const work = vi
        .fn<() => Promise<string>>()
        .mockRejectedValueOnce(new DOMException('closed', name))
        .mockResolvedValueOnce('done')
      expect(await phone.use(work)).toBe('done')
      expect(work).toHaveBeenCalledTimes(2)
    },
  )

  it('fails if the second attempt fails too', async () => {
    const phone = new PhoneDatabase()
    const work = vi.fn(() => Promise.reject(new DOMException('closed', 'InvalidStateError')))
    await expect(phone.use(work)).rejects.toMatchObject({ name: 'InvalidStateError' })
    expect(work).toHaveBeenCalledTimes(2)
  })
})

describe('work that fails for another reason', () => {
  it.each([
    ['a full phone', new DOMException('full', 'QuotaExceededError')],
    ['a value that cannot be stored', new DOMException('clone', 'DataCloneError')],
    ['a bug', new TypeError('undefined is not a function')],
  ])('is not repeated (%s)', async (_name, failure) => {
    const phone = new PhoneDatabase()
    const work = vi.fn(() => Promise.reject(failure))
    await expect(phone.use(work)).rejects.toBe(failure)
    expect(work).toHaveBeenCalledTimes(1)
  })

  it('leaves the connection open for the next work', async () => {
    const phone = new PhoneDatabase()
    await expect(phone.use(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
    await put(phone, 'Ludlow')
    expect(await markOf(phone, 'area')).toBe('Ludlow')
  })

  it('opens the database once for work that starts at the same time', async () => {
    const open = vi.spyOn(indexedDB, 'open')
    const phone = new PhoneDatabase()
    await Promise.all([put(phone, 'a'), put(phone, 'b'), markOf(phone, 'area')])
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('opens the database for the next work if it could not be opened', async () => {
    const newer = await openTab(3)
    newer.close()
    const phone = new PhoneDatabase()
    await expect(put(phone, 'Ludlow')).rejects.toEqual(named('VersionError'))
    await deleteDB('doorstep')
    await put(phone, 'Ludlow')
    expect(await markOf(phone, 'area')).toBe('Ludlow')
  })
})

describe('tabs with different releases', () => {
  it('reports an older tab that holds the upgrade back, and continues when that tab closes', async () => {
    const older = await openOlderTab()
    const conflicts: OtherTab[] = []
    const phone = new PhoneDatabase()
    phone.watchOtherTabs((conflict) => conflicts.push(conflict))
    const opened = phone.use(async () => 'open')
    await vi.waitFor(() => expect(conflicts).toEqual(['holds-back']))
    older.close()
    expect(await opened).toBe('open')
  })

  it('makes way for a newer release and reports it', async () => {
    const conflicts: OtherTab[] = []
    const phone = new PhoneDatabase()
    phone.watchOtherTabs((conflict) => conflicts.push(conflict))
    await put(phone, 'Ludlow')
    const newer = await openTab(3)
    expect(conflicts).toEqual(['is-newer'])
    await expect(put(phone, 'Hereford')).rejects.toEqual(named('VersionError'))
    expect(await newer.get('marks', 'area')).toBe('Ludlow')
  })

  it('refuses to open a newer database, and reports a conflict from before the listener', async () => {
    const newer = await openTab(3)
    newer.close()
    const phone = new PhoneDatabase()
    await expect(put(phone, 'Ludlow')).rejects.toEqual(named('VersionError'))
    const conflicts: OtherTab[] = []
    phone.watchOtherTabs((conflict) => conflicts.push(conflict))
    expect(conflicts).toEqual(['is-newer'])
  })

  it('reports nothing to a listener that is added after the conflict was resolved', async () => {
    const older = await openOlderTab()
    const phone = new PhoneDatabase()
    const opened = phone.use(async () => 'open')
    await new Promise((resolve) => older.addEventListener('versionchange', resolve))
    older.close()
    expect(await opened).toBe('open')
    const conflicts: OtherTab[] = []
    phone.watchOtherTabs((conflict) => conflicts.push(conflict))
    expect(conflicts).toEqual([])
  })
})

describe('a page that goes into the back/forward cache', () => {
  /** Writes two areas in one transaction. The first time, the page is left between them. */
  function writeAndLeave(phone: PhoneDatabase, leave: () => void) {
    let runs = 0
    const written = phone.use(async (database) => {
      runs += 1
      const { store, done } = database.transaction('marks', 'readwrite')
      void done.catch(() => undefined)
      await store.put('Ludlow', 'area')
      const second = store.put('Hereford', 'area')
      if (runs === 1) leave()
      await second
      await done
    })
    return { written, runs: () => runs }
  }

  it('aborts its transaction, and repeats the work when it is shown again', async () => {
    const phone = new PhoneDatabase()
    await put(phone, 'before')
    const { written, runs } = writeAndLeave(phone, () => browser.hidePage(true))
    const other = await openTab()
    await vi.waitFor(() => expect(runs()).toBe(1))
    expect(await other.get('marks', 'area')).toBe('before')
    browser.showPage()
    await written
    expect(runs()).toBe(2)
    expect(await other.get('marks', 'area')).toBe('Hereford')
  })

  it('starts no work until it is shown again', async () => {
    const phone = new PhoneDatabase()
    browser.hidePage(true)
    const work = vi.fn(async () => 'done')
    const done = phone.use(work)
    await Promise.resolve()
    expect(work).not.toHaveBeenCalled()
    browser.showPage()
    expect(await done).toBe('done')
  })

  it('finishes its work if it is closed for good', async () => {
    const phone = new PhoneDatabase()
    const { written, runs } = writeAndLeave(phone, () => browser.hidePage(false))
    await written
    expect(runs()).toBe(1)
    expect(await markOf(phone, 'area')).toBe('Hereford')
  })

  it('does not abort what has already finished', async () => {
    const phone = new PhoneDatabase()
    await put(phone, 'Ludlow')
    browser.hidePage(true)
    browser.showPage()
    expect(await markOf(phone, 'area')).toBe('Ludlow')
  })
})

it.each([
  [['sale_1', 0], true],
  [['sale_1', 7], true],
  [['sale_1', 1_000_000], true],
  [['sale_10', 1], false],
  [['sale_0', 1], false],
  [['sale_1_a', 1], false],
])('finds the calls of one sale only: %j in sale_1 is %s', (key, expected) => {
  expect(callsOf('sale_1').includes(key)).toBe(expected)
})
