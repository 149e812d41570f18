import type { SaleReceipt } from '#web/storage/stored.ts'

/** What a phone says while it lives; a moment is that of the machine, in milliseconds. */
export type PhoneEvent =
  /** It showed a finished step as saved, or it opened and found this: a sale that has made so many calls. */
  | { type: 'saved' | 'found'; sessionId: string; calls: number }
  | { type: 'sent'; sessionId: string; sha256: string; at: number }
  | { type: 'refused'; sessionId: string }
  /** Its browser is killed now; it opened and the browser had no database for it. */
  | { type: 'killed' | 'empty' }

/** What lies on a phone. */
export type PhoneState = {
  waiting: number
  parked: number
  receipts: SaleReceipt[]
}
