import type { Sale } from '#domain/sale/sale.ts'
import { evidenceHash } from '#protocol/evidence.ts'
import { receiptPayload } from '#protocol/receipt.ts'
import { termsOf } from '#protocol/whole-sale.ts'
import { callsOf, type PhoneDatabase, STRICT } from '../storage/database.ts'
import type { SaleReceipt } from '../storage/stored.ts'
import { sha256 } from './sha256.ts'

/**
 * The expected content of the server's receipt for a signed sale: the hash of its terms, and of its evidence if that
 * was recorded.
 */
export type ExpectedReceipt = { session_id: string; sha256: string; evidence_sha256?: string }

/**
 * Returns the receipt that a sale must have. Undefined if the sale is not signed or the browser cannot hash (`sha256`).
 */
export async function expectedReceiptOf(
  phone: PhoneDatabase,
  sessionId: string,
): Promise<ExpectedReceipt | undefined> {
  const sale = await phone.use((database) => database.get('sales', sessionId))
  return sale?.contract ? expectedFor(sale) : undefined
}

async function expectedFor(sale: Sale): Promise<ExpectedReceipt | undefined> {
  const hash = await sha256(receiptPayload(termsOf(sale)))
  const evidence = sale.signing && (await evidenceHash(sale.signing.evidence, sha256))
  return hash === undefined
    ? undefined
    : { session_id: sale.sessionId, sha256: hash, ...(evidence && { evidence_sha256: evidence }) }
}

/**
 * Returns the receipt of every signed sale of this phone that the server has accepted and must still have. Reads
 * everything in one transaction, so that a sale signed meanwhile does not look accepted because its calls were not
 * there yet.
 */
export async function expectedReceipts(phone: PhoneDatabase): Promise<ExpectedReceipt[]> {
  const delivered = await phone.use(async (database) => {
    const transaction = database.transaction(['sales', 'outbox', 'receipts'])
    const [sales, waiting, receipts] = await Promise.all([
      transaction.objectStore('sales').getAll(),
      transaction.objectStore('outbox').getAllKeys(),
      transaction.objectStore('receipts').getAllKeys(),
    ])
    const proved = new Set(receipts)
    const unsent = new Set(waiting.map(([sessionId]) => sessionId))
    return sales.filter(
      ({ sessionId, contract }) => contract && (proved.has(sessionId) || !unsent.has(sessionId)),
    )
  })
  const receipts = await Promise.all(delivered.map(expectedFor))
  return receipts.filter((one) => one !== undefined)
}

export const findReceipt = (phone: PhoneDatabase, sessionId: string): Promise<SaleReceipt | undefined> =>
  phone.use((database) => database.get('receipts', sessionId))

export const saveReceipt = (phone: PhoneDatabase, receipt: SaleReceipt): Promise<void> =>
  phone.use(async (database) => {
    const transaction = database.transaction('receipts', 'readwrite', STRICT)
    await Promise.all([transaction.store.put(receipt), transaction.done])
  })

/**
 * Longer than the time between two backups of the server, so that this phone can send the sale again after a restore.
 */
const KEPT_MS = 72 * 3_600_000

/**
 * Deletes the sale of this receipt if it is old enough, sent in full and not on the screen. Its age is the difference
 * of two server times, so a wrong clock on the phone does not matter.
 */
export async function forgetIfOld(
  phone: PhoneDatabase,
  { sessionId, at, checkedAt }: SaleReceipt,
): Promise<void> {
  if (Date.parse(checkedAt) - Date.parse(at) < KEPT_MS) return
  await phone.use(async (database) => {
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
