import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { success } from '#domain/kernel/result.ts'
import { PhoneDatabase } from '../storage/database.ts'
import { findSale, takeWriteLock } from '../storage/sale-records.ts'
import { enterBrowser, leaveBrowser } from '../testing/browser.testing.ts'
import { callsIn, rowsIn, SESSION, saleAfter } from '../testing/sales.testing.ts'
import { createAutosave } from './autosave.ts'
import { createSaveQueue } from './save-queue.ts'
import { createWriteLock } from './write-lock.ts'

const TAKEN_OVER = { ok: false, failure: 'taken-over' }

let phone: PhoneDatabase
beforeEach(() => {
  enterBrowser()
  phone = new PhoneDatabase()
})
afterEach(leaveBrowser)

function openTab() {
  const showSaved = vi.fn(async () => {})
  const writeLock = createWriteLock({ claimInDatabase: (tabId) => takeWriteLock(phone, tabId), showSaved })
  const [onEditSaved, onStepSaved] = [vi.fn(), vi.fn()]
  const save = createAutosave({ phone, writeLock, onEditSaved, onStepSaved })
  return { writeLock, save, showSaved, onEditSaved, onStepSaved }
}

const [edited, opened] = [saleAfter(0), saleAfter(1)]

describe('a tab with the write lock', () => {
  it('saves an edit', async () => {
    const { save, onEditSaved, onStepSaved } = openTab()
    expect(await save(edited.sale, [])).toEqual(success(undefined))
    expect(await findSale(phone, SESSION)).toEqual(edited.sale)
    expect(onEditSaved).toHaveBeenCalledExactlyOnceWith(SESSION)
    expect(onStepSaved).not.toHaveBeenCalled()
  })

  it('saves a finished step together with its calls', async () => {
    const { save, onEditSaved, onStepSaved } = openTab()
    await save(opened.sale, opened.calls)
    expect(await findSale(phone, SESSION)).toEqual(opened.sale)
    expect(await callsIn(phone, 'outbox')).toEqual([1, 2])
    expect(onStepSaved).toHaveBeenCalledExactlyOnceWith(SESSION)
    expect(onEditSaved).not.toHaveBeenCalled()
  })

  it('rejects if the phone is full, and reports nothing as saved', async () => {
    const { save, writeLock, onEditSaved, onStepSaved } = openTab()
    await writeLock.whenKnown()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(save(opened.sale, opened.calls)).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect([onEditSaved, onStepSaved].flatMap(({ mock }) => mock.calls)).toEqual([])
    vi.restoreAllMocks()
    expect(await rowsIn(phone, 'sales')).toEqual([])
  })

  it('finds out with its next save that another tab has taken over, and shows that tab’s sale', async () => {
    const { save, writeLock, showSaved, onEditSaved } = openTab()
    await save(edited.sale, [])
    await takeWriteLock(phone, 'another')
    expect(await save(opened.sale, opened.calls)).toEqual(TAKEN_OVER)
    expect(writeLock.get()).toBe('elsewhere')
    expect(showSaved).toHaveBeenCalledOnce()
    expect(onEditSaved).toHaveBeenCalledOnce()
    expect([await findSale(phone, SESSION), await callsIn(phone, 'outbox')]).toEqual([edited.sale, []])
  })
})

describe('a tab without the write lock', () => {
  it('saves nothing, and shows the other tab’s sale', async () => {
    const first = openTab()
    await first.save(edited.sale, [])
    const second = openTab()
    const saved = second.save(opened.sale, opened.calls)
    await vi.advanceTimersByTimeAsync(400)
    expect(await saved).toEqual(TAKEN_OVER)
    expect(second.showSaved).toHaveBeenCalledOnce()
    expect(await findSale(phone, SESSION)).toEqual(edited.sale)
  })

  it('saves after it has taken over', async () => {
    await openTab().save(edited.sale, [])
    const { save, writeLock } = openTab()
    await vi.advanceTimersByTimeAsync(400)
    writeLock.takeOver()
    await vi.waitFor(() => expect(writeLock.get()).toBe('ours'))
    expect(await save(opened.sale, opened.calls)).toEqual(success(undefined))
  })
})

describe('the queue before the database', () => {
  it('stores the latest of many edits, and every step before what follows it', async () => {
    const saves = vi.fn(openTab().save)
    const queue = createSaveQueue(saves)
    const typed = (firstName: string, { sale } = edited) => ({
      ...sale,
      customer: { ...sale.customer, firstName },
    })
    await Promise.all([
      queue(typed('A'), []),
      queue(typed('Ad'), []),
      queue(typed('Ada'), []),
      queue(opened.sale, opened.calls),
      queue(typed('Ada K', opened), []),
      queue(typed('Ada King', opened), []),
    ])
    expect(saves.mock.calls.map(([sale, calls]) => [sale.customer.firstName, calls.length])).toEqual([
      ['Ada', 0],
      ['', 2],
      ['Ada King', 0],
    ])
    expect((await findSale(phone, SESSION))?.customer.firstName).toBe('Ada King')
  })

  it('stores the next edit after one that the phone could not store', async () => {
    const { save } = openTab()
    const saves = vi.fn(save).mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
    const queue = createSaveQueue(saves)
    await expect(queue(edited.sale, [])).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(await queue(opened.sale, [])).toEqual(success(undefined))
    expect(await findSale(phone, SESSION)).toEqual(opened.sale)
  })
})
