import { failed, type Result } from '#domain/kernel/result.ts'
import type { Customer } from '#domain/sale/sale.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { downloadSale } from '../storage/download-sale.ts'
import { findSale } from '../storage/sale-records.ts'
import type { Corrected } from '../sync/correct-sale.ts'
import type { LazySending } from '../sync/lazy-sending.ts'
import { toast } from '../ui/toast-store.ts'
import type { SaleStore } from './sale-store.ts'
import type { WriteLock } from './write-lock.ts'

/** What an agent can do about a sale that the server has not accepted. */
export type SaleActions = {
  /** Sends the sale again, with the calls that the server refused or only its reports. Shows a toast if that fails. */
  retry: (sessionId: string, only?: 'reports') => Promise<void>
  /** The customer of a sale, or undefined if the phone does not have the sale any more. */
  findCustomer: (sessionId: string) => Promise<{ customer: Customer; signed: boolean } | undefined>
  /**
   * Corrects the customer of a refused sale and sends it again. Fails if the sale is open in another tab or was sent
   * meanwhile; rejects if the phone cannot store the correction.
   */
  correct: (sessionId: string, customer: Customer) => Promise<Corrected>
  /**
   * Brings an unfinished sale of this phone back to its step; the one on the screen stays unfinished on the phone. `gone`:
   * the phone does not have the sale any more, or it is signed. Rejects if the phone cannot read or store.
   */
  resume: (sessionId: string) => Promise<Result<undefined, 'taken-over' | 'gone'>>
  /** Downloads everything that the phone has of a sale. */
  download: (sessionId: string) => Promise<void>
}

type SaleActionsOptions = {
  phone: PhoneDatabase
  sale: SaleStore
  writeLock: WriteLock
  sending: LazySending
  showSaved: () => Promise<void>
  onChanged: (sessionId: string) => Promise<void>
}

export function createSaleActions(options: SaleActionsOptions): SaleActions {
  const { phone, sale, writeLock, sending, showSaved, onChanged } = options
  return {
    async retry(sessionId, only) {
      try {
        await sending.unpark(sessionId, only)
        await onChanged(sessionId)
        sending.wake()
      } catch {
        toast('Not sent: This phone couldn’t open the sale. Try again', 'bad')
      }
    },
    async findCustomer(sessionId) {
      const found = await findSale(phone, sessionId)
      return found && { customer: found.customer, signed: found.contract !== null }
    },
    async correct(sessionId, customer) {
      if ((await writeLock.whenKnown()) === 'ours') await writeLock.claim()
      const corrected = await sending.correct(sessionId, customer, writeLock.tabId)
      if (!corrected.ok) {
        if (corrected.failure === 'taken-over') await writeLock.lose()
        return corrected
      }
      if (sale.get().sessionId === sessionId) await showSaved()
      await onChanged(sessionId)
      sending.wake()
      return corrected
    },
    async resume(sessionId) {
      const found = await findSale(phone, sessionId)
      return found && !found.contract ? sale.resume(found) : failed('gone')
    },
    download: (sessionId) => downloadSale(phone, sessionId),
  }
}
