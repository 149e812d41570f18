import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { joinOtherTabs } from '../other-tabs.ts'
import { findCurrentSale } from '../storage/current-sale.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { requestPersistence } from '../storage/eviction.ts'
import { reportTrouble } from '../storage/report-trouble.ts'
import { takeWriteLock } from '../storage/sale-records.ts'
import { createSecondCopies } from '../storage/second-copies.ts'
import { createLazySending, type LazySending } from '../sync/lazy-sending.ts'
import { createPhoneSales, type PhoneSales } from '../sync/phone-sales.ts'
import { createAutosave } from './autosave.ts'
import { logRefusal } from './log-refusal.ts'
import { createSaleChanges } from './sale-changes.ts'
import { createSaleStore, type SaleStore } from './sale-store.ts'
import { createWriteLock, type WriteLock } from './write-lock.ts'

/** The sale in progress and everything that keeps it safe: autosave, write lock, outbox and second copies. */
export type Session = {
  phone: PhoneDatabase
  sale: SaleStore
  phoneSales: PhoneSales
  writeLock: WriteLock
  sending: LazySending
  /** Shows the current sale as the phone has saved it. */
  showSaved: () => Promise<void>
  /** Call after a sale has changed on this phone other than by a command. */
  onChanged: (sessionId: string) => Promise<void>
  /** Sends everything that waits, now and whenever the connection or the page comes back. */
  start: () => void
  /** Reads every sale of the phone. */
  readAll: () => Promise<void>
}

/** Starts with `initial` on the screen, and takes the write lock if no other tab has it. */
export function createSession(phone: PhoneDatabase, initial: Sale): Session {
  const phoneSales = createPhoneSales(phone)
  const secondCopies = createSecondCopies(phone)
  const notifyOtherTabs = joinOtherTabs('doorstep-sales', (sessionId) => void readAfterOtherTab(sessionId))
  const { onChanged, readAll } = createSaleChanges({ phoneSales, secondCopies, notifyOtherTabs })
  const writeLock = createWriteLock({
    claimInDatabase: (tabId) => takeWriteLock(phone, tabId),
    showSaved,
  })
  const save = createAutosave({
    phone,
    writeLock,
    onEditSaved: notifyOtherTabs,
    onStepSaved(sessionId) {
      void requestPersistence()
      void onChanged(sessionId)
    },
  })
  const sending = createLazySending(phone, {
    onAccepted: (call) => void showOutcome(call).catch(reportTrouble),
    onRefused: logRefusal,
    onChanged: (sessionId) => void onChanged(sessionId),
    onTrouble: reportTrouble,
  })
  const sale = createSaleStore(initial, save, sending.wake)

  /** Loads this code only now, because the first screen does not need it. */
  async function showOutcome(call: SaleCall): Promise<void> {
    const { pushNewSale } = await import('./call-toasts.ts')
    await pushNewSale(call, sale.get)
  }

  async function showSaved(): Promise<void> {
    const saved = await findCurrentSale(phone).catch(reportTrouble)
    if (saved) sale.replace(saved)
  }

  async function readAfterOtherTab(sessionId: string): Promise<void> {
    await phoneSales.refresh(sessionId).catch(reportTrouble)
    if (writeLock.get() === 'elsewhere') await showSaved()
  }

  function start(): void {
    window.addEventListener('online', sending.wake)
    document.addEventListener('visibilitychange', sending.wake)
    sending.wake()
    void secondCopies.tidy().catch(reportTrouble)
  }

  return { phone, sale, phoneSales, writeLock, sending, showSaved, onChanged, start, readAll }
}
