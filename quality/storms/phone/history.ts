import type { SaleReceipt } from '#web/storage/stored.ts'

/** What a phone reports while it runs. Moments are the machine's, in milliseconds. */
export type PhoneEvent =
  /** It showed a finished step as saved, or opened and found a sale that had made this many calls. */
  | { type: 'saved' | 'found'; sessionId: string; calls: number }
  | { type: 'sent'; sessionId: string; sha256: string; at: number }
  | { type: 'refused'; sessionId: string; reason?: string }
  /** Its browser was killed; or it opened without a database. */
  | { type: 'killed' | 'empty' }

/** What is stored on a phone. */
export type PhoneState = {
  waiting: number
  parked: number
  receipts: SaleReceipt[]
}
