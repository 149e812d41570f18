import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { type PhoneDatabase, STRICT } from './database.ts'
import { CALL_SHAPE, type PhoneSchema } from './stored.ts'

/** Fails, with nothing changed, if another tab has the write lock. Storage errors reject instead. */
export type Saved = Result<undefined, 'taken-over'>

export const SAVED: Saved = success(undefined)
export const TAKEN_OVER: Saved = failed('taken-over')

export const findSale = (phone: PhoneDatabase, sessionId: string): Promise<Sale | undefined> =>
  phone.use((database) => database.get('sales', sessionId))

/**
 * Saves the sale and the calls it owes the server in one transaction, if the database names `tabId` as the writer. The
 * check is inside the transaction, because a frozen tab may still believe that it has the lock.
 *
 * If a page is reloaded, it loses every transaction that it has not committed. So the writes do not wait for the check,
 * which aborts them if it fails, and the commit does not wait for the writes.
 */
export const saveSale = (
  phone: PhoneDatabase,
  sale: Sale,
  calls: readonly SaleCall[],
  tabId: string,
): Promise<Saved> =>
  phone.use(async (database) => {
    const at = new Date().toISOString()
    const transaction = database.transaction(['sales', 'outbox', 'marks'], 'readwrite', STRICT)
    const marks = transaction.objectStore('marks')
    const isTaken = isTakenOver(marks, tabId)
    const written = Promise.all([
      transaction.objectStore('sales').put(sale),
      marks.put(sale.sessionId, 'current-sale'),
      marks.put(tabId, 'editor'),
      ...calls.map((call) => transaction.objectStore('outbox').put({ ...call, shape: CALL_SHAPE, at })),
      transaction.done,
    ])
    // If the save is aborted or the check fails, this promise is not awaited, and without a handler its rejection would
    // be reported.
    written.catch(() => undefined)
    if (await isTaken) {
      transaction.abort()
      return TAKEN_OVER
    }
    transaction.commit()
    await written
    return SAVED
  })

/** Returns whether a tab other than `tabId` is the one that may save. */
export async function isTakenOver(marks: Marks, tabId: string): Promise<boolean> {
  return ((await marks.get('editor')) ?? tabId) !== tabId
}

type Marks = { get: (name: PhoneSchema['marks']['key']) => Promise<string | undefined> }

/** Makes `tabId` the only tab that can save. The tab that had the write lock notices at its next save. */
export const takeWriteLock = (phone: PhoneDatabase, tabId: string): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite', STRICT)
    await Promise.all([transaction.store.put(tabId, 'editor'), transaction.done])
  })
