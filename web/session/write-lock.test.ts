import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PhoneDatabase } from '../storage/database.ts'
import { takeWriteLock } from '../storage/sale-records.ts'
import { enterBrowser, type FakeBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { markOf } from '../testing/sales.testing.ts'
import { createWriteLock, type WriteLock, type WriteLockHolder } from './write-lock.ts'

const LOCK = 'doorstep-sale'

let browser: FakeBrowser
let phone: PhoneDatabase
beforeEach(() => {
  browser = enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

/** Opens a tab. `seen` lists what its screen has shown: first `ours`, because most tabs have the lock. */
function openTab(claimInDatabase = vi.fn((tabId: string) => takeWriteLock(phone, tabId))) {
  const showSaved = vi.fn(async () => {})
  const lock = createWriteLock({ claimInDatabase, showSaved })
  const seen: WriteLockHolder[] = [lock.get()]
  lock.subscribe(() => seen.push(lock.get()))
  return { lock, seen, showSaved, claimInDatabase }
}

const writer = () => markOf(phone, 'editor')
const has = (lock: WriteLock, holder: WriteLockHolder) => vi.waitFor(() => expect(lock.get()).toBe(holder))

/** Opens a tab that has the lock, and one that waits for it. */
async function openTwo() {
  const first = openTab()
  expect(await first.lock.whenKnown()).toBe('ours')
  const second = openTab()
  await has(second.lock, 'elsewhere')
  return { first, second }
}

describe('the only tab', () => {
  it('has the write lock, and the database names it', async () => {
    const { lock, seen } = openTab()
    expect(await lock.whenKnown()).toBe('ours')
    expect(await writer()).toBe(lock.tabId)
    expect(seen).toEqual(['ours'])
  })

  it('claims the database once', async () => {
    const { lock, claimInDatabase } = openTab()
    await lock.whenKnown()
    await Promise.all([lock.claim(), lock.claim()])
    expect(claimInDatabase).toHaveBeenCalledOnce()
  })

  it('has the write lock, however long a busy phone takes to grant it', async () => {
    const { request } = browser.locks
    const answers = Promise.withResolvers<void>()
    vi.spyOn(browser.locks, 'request').mockImplementation((...asked) =>
      answers.promise.then(() => request.apply(browser.locks, asked)),
    )
    const { lock, seen } = openTab()
    await vi.advanceTimersByTimeAsync(5_000)
    answers.resolve()
    expect(await lock.whenKnown()).toBe('ours')
    expect(seen).toEqual(['ours'])
  })

  it('shows nothing that was saved elsewhere', async () => {
    const { lock, showSaved } = openTab()
    await lock.whenKnown()
    expect(showSaved).not.toHaveBeenCalled()
  })

  it('has a different id from every other tab', () => {
    expect(openTab().lock.tabId).not.toBe(openTab().lock.tabId)
  })
})

describe('a second tab', () => {
  it('takes over once on a double tap, so that what the agent types next stays', async () => {
    const { second } = await openTwo()
    second.lock.takeOver()
    second.lock.takeOver()
    await has(second.lock, 'ours')
    await vi.advanceTimersByTimeAsync(1_000)
    second.lock.takeOver()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(second.seen).toEqual(['ours', 'elsewhere', 'ours'])
    expect(second.showSaved).toHaveBeenCalledOnce()
  })

  it('only shows the sale', async () => {
    const { first, second } = await openTwo()
    expect(await second.lock.whenKnown()).toBe('elsewhere')
    expect(first.lock.get()).toBe('ours')
    expect(await writer()).toBe(first.lock.tabId)
  })

  it('does not know who has the lock until the short wait is over', async () => {
    await openTab().lock.whenKnown()
    const known = vi.fn()
    void openTab().lock.whenKnown().then(known)
    await vi.advanceTimersByTimeAsync(399)
    expect(known).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(known).toHaveBeenCalledWith('elsewhere')
  })

  it('gets the lock without a flash of the notice if the first tab is just being closed', async () => {
    await openTab().lock.whenKnown()
    const { lock, seen } = openTab()
    await vi.advanceTimersByTimeAsync(300)
    browser.locks.closeHolder(LOCK)
    expect(await lock.whenKnown()).toBe('ours')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen).toEqual(['ours'])
  })

  it('gets the lock when the first tab closes, and shows what that tab has saved', async () => {
    const { second } = await openTwo()
    browser.locks.closeHolder(LOCK)
    await has(second.lock, 'ours')
    expect(second.showSaved).toHaveBeenCalledOnce()
    expect(await writer()).toBe(second.lock.tabId)
  })

  it('shows what was saved before it says that it has the lock', async () => {
    const { second } = await openTwo()
    const holders: WriteLockHolder[] = []
    second.showSaved.mockImplementation(async () => void holders.push(second.lock.get()))
    browser.locks.closeHolder(LOCK)
    await has(second.lock, 'ours')
    expect(holders).toEqual(['elsewhere'])
  })
})

describe('a takeover', () => {
  it('moves the lock to the tab that asks, in the database too', async () => {
    const { first, second } = await openTwo()
    second.lock.takeOver()
    await has(second.lock, 'ours')
    await has(first.lock, 'elsewhere')
    expect(await writer()).toBe(second.lock.tabId)
    expect(second.showSaved).toHaveBeenCalledOnce()
  })

  it('can be reversed, as often as the agent wants', async () => {
    const { first, second } = await openTwo()
    for (const [taker, loser] of [
      [second, first],
      [first, second],
      [second, first],
    ] as const) {
      taker.lock.takeOver()
      await has(taker.lock, 'ours')
      await has(loser.lock, 'elsewhere')
      expect(await writer()).toBe(taker.lock.tabId)
    }
  })

  it('gives the lock back to the tab that lost it when the taker closes', async () => {
    const { first, second } = await openTwo()
    second.lock.takeOver()
    await has(first.lock, 'elsewhere')
    await has(second.lock, 'ours')
    browser.locks.closeHolder(LOCK)
    // The second tab had queued for the lock before stealing it, and that request ends with the tab too.
    browser.locks.closeHolder(LOCK)
    await has(first.lock, 'ours')
    expect(await writer()).toBe(first.lock.tabId)
  })
})

describe('a tab whose save was refused', () => {
  it('shows what the other tab has saved', async () => {
    const { lock, showSaved } = openTab()
    await lock.whenKnown()
    await lock.lose()
    expect(lock.get()).toBe('elsewhere')
    expect(showSaved).toHaveBeenCalledOnce()
  })
})

describe('a phone that cannot store', () => {
  it('still gives the tab the lock, and names it with the next save', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const claimInDatabase = vi
      .fn((tabId: string) => takeWriteLock(phone, tabId))
      .mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
    const { lock } = openTab(claimInDatabase)
    expect(await lock.whenKnown()).toBe('ours')
    expect(await writer()).toBeUndefined()
    await lock.claim()
    expect(await writer()).toBe(lock.tabId)
    expect(log).toHaveBeenCalledOnce()
  })

  it('rejects the claim while it is full', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const full = new DOMException('full', 'QuotaExceededError')
    const { lock } = openTab(vi.fn(() => Promise.reject(full)))
    await lock.whenKnown()
    await expect(lock.claim()).rejects.toBe(full)
  })
})

describe('a browser', () => {
  it.each([
    ['without locks', () => vi.stubGlobal('navigator', {})],
    [
      'that grants no locks',
      () => vi.spyOn(browser.locks, 'request').mockRejectedValue(new DOMException('no', 'SecurityError')),
    ],
  ])('%s leaves the decision to the database: the last tab has it', async (_title, prepare) => {
    prepare()
    const first = openTab()
    expect(await first.lock.whenKnown()).toBe('ours')
    const second = openTab()
    expect(await second.lock.whenKnown()).toBe('ours')
    await vi.waitFor(async () => expect(await writer()).toBe(second.lock.tabId))
  })

  it('without locks lets a tab take over too', async () => {
    vi.stubGlobal('navigator', {})
    const { lock } = openTab()
    await lock.whenKnown()
    await lock.lose()
    await takeWriteLock(phone, 'another')
    lock.takeOver()
    await has(lock, 'ours')
    expect(await writer()).toBe(lock.tabId)
  })
})
