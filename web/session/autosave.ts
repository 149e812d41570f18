import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import type { PhoneDatabase } from '../storage/database.ts'
import { type Saved, saveSale, TAKEN_OVER } from '../storage/sale-records.ts'
import type { WriteLock } from './write-lock.ts'

export type Save = (sale: Sale, calls: readonly SaleCall[]) => Promise<Saved>

type AutosaveOptions = {
  phone: PhoneDatabase
  writeLock: WriteLock
  /** An edit has been saved. */
  onEditSaved: (sessionId: string) => void
  /** A finished step has been saved with its calls. */
  onStepSaved: (sessionId: string) => void
}

/**
 * Saves the sale and its calls if this tab has the write lock. Otherwise the tab shows the sale that the other one has
 * saved, and the result is `taken-over`. Rejects if the phone cannot store.
 */
export function createAutosave({ phone, writeLock, onEditSaved, onStepSaved }: AutosaveOptions): Save {
  async function saveIfOurs(sale: Sale, calls: readonly SaleCall[]): Promise<Saved> {
    if ((await writeLock.whenKnown()) === 'elsewhere') return TAKEN_OVER
    await writeLock.claim()
    return saveSale(phone, sale, calls, writeLock.tabId)
  }

  return async (sale, calls) => {
    const saved = await saveIfOurs(sale, calls)
    if (!saved.ok) await writeLock.lose()
    else if (calls.length > 0) onStepSaved(sale.sessionId)
    else onEditSaved(sale.sessionId)
    return saved
  }
}
