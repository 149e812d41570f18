import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { phoneHeaders, reportUnsentSales } from '../http/phone-headers.ts'
import { joinOtherTabs } from '../other-tabs.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { readUnsentCount } from '../storage/eviction.ts'
import { createSecondCopies } from '../storage/second-copies.ts'
import { createOutbox } from '../sync/outbox.ts'
import { createPhoneSales } from '../sync/phone-sales.ts'
import { enterBrowser, type FakeBrowser, finishWork, leaveBrowser } from '../testing/browser.testing.ts'
import { OTHER_SESSION, rowsIn, SESSION, saleAfter, saveWalk } from '../testing/sales.testing.ts'
import { createSaleChanges } from './sale-changes.ts'

let browser: FakeBrowser
let phone: PhoneDatabase
beforeEach(() => {
  browser = enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(async () => {
  await finishWork()
  reportUnsentSales([])
  leaveBrowser()
})

function openTab() {
  const phoneSales = createPhoneSales(phone)
  const notifyOtherTabs = vi.fn()
  const secondCopies = createSecondCopies(phone)
  return { phoneSales, notifyOtherTabs, ...createSaleChanges({ phoneSales, secondCopies, notifyOtherTabs }) }
}

async function acknowledge(count: number): Promise<void> {
  const outbox = createOutbox(phone)
  for (const call of (await rowsIn(phone, 'outbox')).slice(0, count)) await outbox.acknowledge(call)
}

/** Returns the number of unsent sales that the next call reports to the server. */
const reported = () => phoneHeaders()['x-outbox']?.split(';')[0]
const copies = async () => (await (await browser.caches.open('doorstep-second-copies')).keys()).length

describe('a changed sale', () => {
  it('shows on this tab, and the other tabs are notified', async () => {
    const { phoneSales, notifyOtherTabs, onChanged } = openTab()
    await saveWalk(phone, saleAfter(1))
    await onChanged(SESSION)
    expect(phoneSales.get().get(SESSION)).toMatchObject({ writes: 1, reports: 1 })
    expect(notifyOtherTabs).toHaveBeenCalledExactlyOnceWith(SESSION)
  })

  it.each([
    ['that waits counts as unsent', 1, 0, 1, '1'],
    ['of which only a report waits counts as sent', 1, 1, 0, undefined],
    ['that is sent counts as sent', 1, 2, 0, undefined],
    ['without a finished step leaves no cookie', 0, 0, undefined, undefined],
  ] as const)('%s', async (_title, steps, sent, cookie, header) => {
    const { onChanged } = openTab()
    await saveWalk(phone, saleAfter(steps))
    await acknowledge(sent)
    await onChanged(SESSION)
    expect([readUnsentCount(), reported()]).toEqual([cookie, header])
  })

  it.each([
    [3, 0],
    [4, 1],
  ] as const)(
    'has a second copy once it is signed (%i finished steps: %i copies)',
    async (steps, expected) => {
      const { onChanged } = openTab()
      await saveWalk(phone, saleAfter(steps))
      await onChanged(SESSION)
      await vi.waitFor(async () => expect(await copies()).toBe(expected))
    },
  )

  it('loses its second copy once the server has all of it', async () => {
    const { onChanged } = openTab()
    await saveWalk(phone, saleAfter(4))
    await onChanged(SESSION)
    await acknowledge(8)
    await onChanged(SESSION)
    await vi.waitFor(async () => expect(await copies()).toBe(0))
  })

  it('is still announced if the phone cannot read it', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const { notifyOtherTabs, onChanged } = openTab()
    await saveWalk(phone, saleAfter(1))
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('damaged', 'DataError')
    })
    await onChanged(SESSION)
    expect(notifyOtherTabs).toHaveBeenCalledOnce()
    expect(log).toHaveBeenCalledOnce()
  })
})

describe('at the start', () => {
  it('every sale of the phone is read and counted', async () => {
    await saveWalk(phone, saleAfter(4))
    await saveWalk(phone, saleAfter(2, OTHER_SESSION))
    const { phoneSales, readAll } = openTab()
    await readAll()
    expect(phoneSales.get().size).toBe(2)
    expect([readUnsentCount(), reported()]).toEqual([2, '2'])
  })

  it('a phone without sales gets no cookie', async () => {
    await openTab().readAll()
    expect(browser.document.cookie).toBe('')
  })
})

it('notifies every other tab of a change, but not itself', async () => {
  const received: string[] = []
  const tabs = ['first', 'second', 'third'].map((name) =>
    joinOtherTabs('doorstep-sales', (sessionId) => received.push(`${name} ${sessionId}`)),
  )
  tabs[0]?.(SESSION)
  await vi.waitFor(() => expect(received).toHaveLength(2))
  expect(received).toEqual([`second ${SESSION}`, `third ${SESSION}`])
})
