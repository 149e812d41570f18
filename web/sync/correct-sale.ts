import { failed, type Result } from '#domain/kernel/result.ts'
import { type Customer, customerName, type Sale } from '#domain/sale/sale.ts'
import { correctCustomer } from '#protocol/correct-customer.ts'
import { callsOf, type PhoneDatabase, STRICT } from '../storage/database.ts'
import { isTakenOver, SAVED, TAKEN_OVER } from '../storage/sale-records.ts'
import { isWrite } from '../storage/stored.ts'
import { whileNotSending } from './one-at-a-time.ts'

/** `sent`: the server already has every write of the sale, so only the office can correct it. */
export type Corrected = Result<undefined, 'taken-over' | 'sent'>

/**
 * Replaces the customer in a sale and in its waiting calls, and retries refused calls. The name in a signed agreement
 * never changes. Only the tab with the write lock may correct the current sale, because its next save would overwrite
 * another tab's correction. Waits for a call that is under way, because it carries the old customer.
 */
export const correctSale = (
  phone: PhoneDatabase,
  sessionId: string,
  customer: Customer,
  tabId: string,
): Promise<Corrected> =>
  whileNotSending(sessionId, () =>
    phone.use(async (database) => {
      const transaction = database.transaction(['sales', 'outbox', 'parked', 'marks'], 'readwrite', STRICT)
      const marks = transaction.objectStore('marks')
      const isCurrent = (await marks.get('current-sale')) === sessionId
      if (isCurrent && (await isTakenOver(marks, tabId))) return TAKEN_OVER
      const sale = await transaction.objectStore('sales').get(sessionId)
      const waiting = await transaction.objectStore('outbox').getAll(callsOf(sessionId))
      if (!sale || !waiting.some(isWrite)) return failed('sent')
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
    }),
  )

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
