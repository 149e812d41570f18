import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { SaleCall } from '#protocol/sale-calls.ts'
import { CALL_SHAPE, type PhoneSchema } from './stored.ts'

type Upgrade = IDBPTransaction<PhoneSchema, StoreNames<PhoneSchema>[], 'versionchange'>

/** A waiting call in version 1, which kept the reason of a refusal inside the call, and no time. */
type CallOfVersion1 = SaleCall & { parkedBecause?: string }

/** Upgrades a database from an older version of the app. Adds stores and never drops one. */
export async function upgradePhoneDatabase(
  database: IDBPDatabase<PhoneSchema>,
  oldVersion: number,
  transaction: Upgrade,
): Promise<void> {
  if (oldVersion < 1) {
    database.createObjectStore('sales', { keyPath: 'sessionId' })
    database.createObjectStore('outbox', { keyPath: ['sessionId', 'sequence'] })
    const leads = database.createObjectStore('leads', { keyPath: 'id' })
    leads.createIndex('first_order', ['minus_voucher', 'street_key'])
    database.createObjectStore('opportunities', { keyPath: 'id' })
    database.createObjectStore('marks')
  }
  if (oldVersion < 2) {
    database.createObjectStore('parked', { keyPath: ['sessionId', 'sequence'] })
    database.createObjectStore('sent', { keyPath: ['sessionId', 'sequence'] })
    database.createObjectStore('receipts', { keyPath: 'sessionId' })
    await upgradeOutbox(transaction)
  }
}

async function upgradeOutbox(transaction: Upgrade): Promise<void> {
  const at = new Date().toISOString()
  for await (const cursor of transaction.objectStore('outbox').iterate()) {
    const { parkedBecause: reason, ...call } = cursor.value as CallOfVersion1
    await cursor.update({ ...call, shape: CALL_SHAPE, at })
    const { sessionId, sequence, kind } = call
    if (reason !== undefined)
      await transaction.objectStore('parked').put({ sessionId, sequence, kind, reason, at })
  }
}
