import type { PhoneDatabase } from '#web/storage/database.ts'
import { findReceipt } from '#web/sync/receipts.ts'
import type { PhoneEvent } from '../history.ts'

/** Returns a function that reports a sale once its receipt is on the phone, however often it is called. */
export function reportSent(phone: PhoneDatabase, report: (event: PhoneEvent) => unknown) {
  const reported = new Set<string>()
  return async (sessionId: string): Promise<void> => {
    const receipt = await findReceipt(phone, sessionId)
    if (!receipt || reported.has(sessionId)) return
    reported.add(sessionId)
    await report({ type: 'sent', sessionId, sha256: receipt.sha256, at: Date.now() })
  }
}
