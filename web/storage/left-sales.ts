import { callsOf, type PhoneDatabase } from './database.ts'

/** Customers who want to think it over decide sooner; after that, their details do not belong on a phone. */
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Deletes unsigned sales that are not on the screen and have nothing to send, if their last finished step is older than
 * 30 days by the phone's clock or if they never finished one.
 */
export const forgetLeftSales = (phone: PhoneDatabase, now = Date.now()): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'sent', 'marks'], 'readwrite')
    const [sales, sent] = [transaction.objectStore('sales'), transaction.objectStore('sent')]
    const current = await transaction.objectStore('marks').get('current-sale')
    for (const { sessionId, contract, opened } of await sales.getAll()) {
      if (contract || sessionId === current) continue
      const waiting = await transaction.objectStore('outbox').count(callsOf(sessionId))
      const last = (await sent.getAll(callsOf(sessionId))).at(-1)
      const isOld = last !== undefined && now - Date.parse(last.at) > KEPT_MS
      if (waiting > 0 || (opened && !isOld)) continue
      sales.delete(sessionId)
      sent.delete(callsOf(sessionId))
    }
    await transaction.done
  })
