import type { Sale } from '#domain/sale/sale.ts'
import { callsOf, type PhoneDatabase } from './database.ts'
import type { ParkedCall, StoredCall } from './stored.ts'

/** Everything that the phone has of a sale. */
export type SaleCopy = {
  sale: Sale | undefined
  waiting: StoredCall[]
  sent: StoredCall[]
  refused: ParkedCall[]
}

/** Reads everything about a sale in one transaction. `sale` is undefined if the phone does not have it. */
export const copySale = (phone: PhoneDatabase, sessionId: string): Promise<SaleCopy> =>
  phone.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'sent', 'parked'])
    const [sale, waiting, sent, refused] = await Promise.all([
      transaction.objectStore('sales').get(sessionId),
      transaction.objectStore('outbox').getAll(callsOf(sessionId)),
      transaction.objectStore('sent').getAll(callsOf(sessionId)),
      transaction.objectStore('parked').getAll(callsOf(sessionId)),
    ])
    return { sale, waiting, sent, refused }
  })
