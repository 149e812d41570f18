import type { Sale } from '#domain/sale/sale.ts'
import { callsOf, type Device } from './database.ts'
import type { ParkedCall, StoredCall } from './stored.ts'

/** Everything that the phone has of a sale, to be kept elsewhere. */
export type SaleCopy = {
  sale: Sale | undefined
  waiting: StoredCall[]
  sent: StoredCall[]
  refused: ParkedCall[]
}

/** Reads all of a sale at one moment; of one that is not here, nothing. */
export const copySale = (device: Device, sessionId: string): Promise<SaleCopy> =>
  device.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'sent', 'parked'])
    const [sale, waiting, sent, refused] = await Promise.all([
      transaction.objectStore('sales').get(sessionId),
      transaction.objectStore('outbox').getAll(callsOf(sessionId)),
      transaction.objectStore('sent').getAll(callsOf(sessionId)),
      transaction.objectStore('parked').getAll(callsOf(sessionId)),
    ])
    return { sale, waiting, sent, refused }
  })
