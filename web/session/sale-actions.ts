import { failed, type Result } from '#domain/kernel/result.ts'
import type { Customer, Sale } from '#domain/sale/sale.ts'
import { downloadSale } from '../storage/download-sale.ts'
import { findSale } from '../storage/sale-records.ts'
import { type Corrected, correctSale } from '../sync/correct-sale.ts'
import { type CopyGivenLater, type GivenCopy, giveCopyLater } from '../sync/give-copy.ts'
import { createOutbox } from '../sync/outbox.ts'
import { toast } from '../ui/toast-store.ts'
import type { Session } from './session.ts'

/** The agent's actions on a sale outside its steps. */
export type SaleActions = {
  /** Sends the sale again, with the calls that the server refused or only its reports. Shows a toast if that fails. */
  retry: (sessionId: string, only?: 'reports') => Promise<void>
  /** Returns a sale; undefined if the phone no longer has it. */
  find: (sessionId: string) => Promise<Sale | undefined>
  /** Records that the customer of an earlier sale got the copy, and sends it. Rejects if the phone cannot store it. */
  giveCopy: (sessionId: string, given: GivenCopy) => Promise<CopyGivenLater>
  /**
   * Corrects the customer of a refused sale and sends it again. Fails if the sale is open in another tab or was sent
   * meanwhile; rejects if the phone cannot store the correction.
   */
  correct: (sessionId: string, customer: Customer) => Promise<Corrected>
  /**
   * Brings an unfinished sale of this phone back to its step; the one on the screen stays unfinished on the phone.
   * `gone`: the phone no longer has the sale, or it is signed. Rejects if the phone cannot read or store.
   */
  resume: (sessionId: string) => Promise<Result<undefined, 'taken-over' | 'gone'>>
  /** Downloads everything that the phone has of a sale. */
  download: (sessionId: string) => Promise<void>
}

export type ActedOn = Pick<Session, 'phone' | 'sale' | 'writeLock' | 'sending' | 'showSaved' | 'onChanged'>

/** Creates the actions. They have no state, so each screen that needs them may create them. */
export function createSaleActions(session: ActedOn): SaleActions {
  const { phone, sale, writeLock, sending, showSaved, onChanged } = session
  return {
    async retry(sessionId, only) {
      try {
        await createOutbox(phone).unpark(sessionId, only)
        await onChanged(sessionId)
        sending.wake()
      } catch {
        toast('Not sent: This phone couldn’t open the sale. Try again', 'bad')
      }
    },
    find: (sessionId) => findSale(phone, sessionId),
    async giveCopy(sessionId, given) {
      const recorded = await giveCopyLater(phone, sessionId, given)
      if (recorded.ok) {
        await onChanged(sessionId)
        sending.wake()
      }
      return recorded
    },
    async correct(sessionId, customer) {
      if ((await writeLock.whenKnown()) === 'ours') await writeLock.claim()
      const corrected = await correctSale(phone, sessionId, customer, writeLock.tabId)
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
