import type { SaleReceipt } from '#web/storage/stored.ts'

/** The events that a phone reports while it runs. Moments are in milliseconds of the machine's clock. */
export type PhoneEvent =
  /** The phone showed a finished step as saved, or opened and found a sale that had made this many calls. */
  | { type: 'saved' | 'found'; sessionId: string; calls: number }
  | { type: 'sent'; sessionId: string; sha256: string; at: number }
  | { type: 'refused'; sessionId: string; reason?: string }
  /** The phone's browser was killed, or the phone opened without a database. */
  | { type: 'killed' | 'empty' }

/** The data stored on a phone. */
export type PhoneState = {
  waiting: number
  parked: number
  receipts: SaleReceipt[]
}
