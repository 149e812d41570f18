import type { Sale } from '#domain/sale/sale.ts'
import { receiptPayload } from '#protocol/receipt.ts'
import { termsOf } from '#protocol/sale-calls.ts'
import { callsOf, type Device, STRICT } from '../storage/database.ts'
import type { SaleReceipt } from '../storage/stored.ts'
import { sha256 } from './sha256.ts'

/** A signed sale of this phone and the hash of its terms. */
export type SaleClaim = { session_id: string; sha256: string }

/** The hash that the server's receipt of a sale must equal; nothing for a sale that is not signed. */
export async function claimOf(device: Device, sessionId: string): Promise<SaleClaim | undefined> {
  const sale = await device.use((database) => database.get('sales', sessionId))
  return sale?.contract ? claim(sale) : undefined
}

const claim = async (sale: Sale): Promise<SaleClaim> => ({
  session_id: sale.sessionId,
  sha256: await sha256(receiptPayload(termsOf(sale))),
})

/**
 * Every signed sale of this phone that the server took: it must still have them all. All is read at one moment: a sale
 * that is signed meanwhile owes the server calls that were not there yet when we looked for them.
 */
export async function deliveredClaims(device: Device): Promise<SaleClaim[]> {
  const delivered = await device.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'receipts'])
    const [sales, waiting, proved] = await Promise.all([
      transaction.objectStore('sales').getAll(),
      transaction.objectStore('outbox').getAllKeys(),
      transaction.objectStore('receipts').getAllKeys(),
    ])
    const taken = new Set(proved)
    const unsent = new Set(waiting.map(([sessionId]) => sessionId))
    return sales.filter(
      ({ sessionId, contract }) => contract && (taken.has(sessionId) || !unsent.has(sessionId)),
    )
  })
  return Promise.all(delivered.map(claim))
}

export const findReceipt = (device: Device, sessionId: string): Promise<SaleReceipt | undefined> =>
  device.use((database) => database.get('receipts', sessionId))

/** Notes that the server has a sale as we do, or has changed it since. */
export const keepReceipt = (device: Device, receipt: SaleReceipt): Promise<void> =>
  device.use(async (database) => {
    const transaction = database.transaction('receipts', 'readwrite', STRICT)
    await Promise.all([transaction.store.put(receipt), transaction.done])
  })

/** Longer than the server's backups are apart: until then a restored server can be healed from here. */
const KEPT_MS = 72 * 3_600_000

/**
 * Forgets the sale that a receipt proves, when it is old enough and not on the screen. Both moments are the server's,
 * so that a phone with a wrong clock forgets nothing too early.
 */
export async function forgetIfOld(device: Device, { sessionId, at, checkedAt }: SaleReceipt): Promise<void> {
  if (Date.parse(checkedAt) - Date.parse(at) < KEPT_MS) return
  await device.use(async (database) => {
    const transaction = database.transaction(['sales', 'sent', 'receipts', 'outbox', 'marks'], 'readwrite')
    const current = await transaction.objectStore('marks').get('current-sale')
    const waiting = await transaction.objectStore('outbox').count(callsOf(sessionId))
    if (current !== sessionId && waiting === 0) {
      transaction.objectStore('sales').delete(sessionId)
      transaction.objectStore('sent').delete(callsOf(sessionId))
      transaction.objectStore('receipts').delete(sessionId)
    }
    await transaction.done
  })
}
