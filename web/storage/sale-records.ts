import { failed, type Result, success } from '#domain/kernel/result.ts'
import { type Customer, customerName, type Sale } from '#domain/sale/sale.ts'
import { correctCustomer, type SaleCall } from '#protocol/sale-calls.ts'
import { callsOf, type PhoneDatabase, STRICT } from './database.ts'
import { CALL_SHAPE, type PhoneSchema } from './stored.ts'

/** Fails, with nothing changed, if another tab has the write lock. Storage errors reject instead. */
export type Saved = Result<undefined, 'taken-over'>

const SAVED: Saved = success(undefined)
const TAKEN_OVER: Saved = failed('taken-over')

export const findSale = (phone: PhoneDatabase, sessionId: string): Promise<Sale | undefined> =>
  phone.use((database) => database.get('sales', sessionId))

/**
 * Saves the sale and the calls it owes the server in one transaction, if the database names `tabId` as the writer. The
 * check is inside the transaction, because a frozen tab may still believe that it has the lock.
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
    if (await isTakenOver(marks, tabId)) return TAKEN_OVER
    await Promise.all([
      transaction.objectStore('sales').put(sale),
      marks.put(sale.sessionId, 'current-sale'),
      marks.put(tabId, 'editor'),
      ...calls.map((call) => transaction.objectStore('outbox').put({ ...call, shape: CALL_SHAPE, at })),
      transaction.done,
    ])
    return SAVED
  })

async function isTakenOver(marks: Marks, tabId: string): Promise<boolean> {
  return ((await marks.get('editor')) ?? tabId) !== tabId
}

type Marks = { get: (name: PhoneSchema['marks']['key']) => Promise<string | undefined> }

/** Makes `tabId` the only tab that can save. The tab that had the write lock finds out with its next save. */
export const takeWriteLock = (phone: PhoneDatabase, tabId: string): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction('marks', 'readwrite', STRICT)
    await Promise.all([transaction.store.put(tabId, 'editor'), transaction.done])
  })

/**
 * Replaces the customer in a sale and in its waiting calls, and lets refused calls try again. The name in a signed
 * agreement never changes. Only the tab with the write lock may correct the current sale: any other tab's correction
 * would be overwritten by that tab's next save.
 */
export const correctSale = (
  phone: PhoneDatabase,
  sessionId: string,
  customer: Customer,
  tabId: string,
): Promise<Saved> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'parked', 'marks'], 'readwrite', STRICT)
    const marks = transaction.objectStore('marks')
    const isCurrent = (await marks.get('current-sale')) === sessionId
    if (isCurrent && (await isTakenOver(marks, tabId))) return TAKEN_OVER
    const sale = await transaction.objectStore('sales').get(sessionId)
    if (!sale) return SAVED
    const waiting = await transaction.objectStore('outbox').getAll(callsOf(sessionId))
    const corrected = withCustomer(sale, customer)
    await Promise.all([
      transaction.objectStore('sales').put(corrected),
      ...waiting.map((call) =>
        transaction.objectStore('outbox').put(correctCustomer(call, corrected.customer)),
      ),
      transaction.objectStore('parked').delete(callsOf(sessionId)),
      transaction.done,
    ])
    return SAVED
  })

/** A signature that is not submitted yet is void if the name changes. */
function withCustomer(sale: Sale, customer: Customer): Sale {
  const { firstName, lastName } = sale.customer
  const corrected = sale.contract ? { ...customer, firstName, lastName } : customer
  const isRenamed = customerName(corrected) !== customerName(sale.customer)
  return {
    ...sale,
    customer: corrected,
    ...(sale.confirmed && { confirmed: corrected }),
    signature: isRenamed ? null : sale.signature,
  }
}
