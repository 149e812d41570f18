import type { Result } from '#domain/kernel/result.ts'
import type { Backoff } from '../jobs/backoff.ts'
import type { Delivery } from './deliveries.queries.ts'

/**
 * `status` is the HTTP status, if there was a response. `remark` says why nothing had to be sent, for the back office; it
 * holds no personal data.
 */
export type Delivered = { status?: number | null; remark?: string }

/**
 * Why an attempt failed. `later`: try again; `never`: refused for good. `receiver` is set if the failure concerns every
 * delivery: it `rests` for a while or is `closed` for good. `message` holds no personal data.
 */
export type DeliveryFailure = {
  retry: 'later' | 'never'
  message: string
  status?: number | null
  retryAfterMs?: number
  receiver?: 'rests' | 'closed'
}

export type DeliveryOutcome = Result<Delivered, DeliveryFailure>

/** How to deliver to one target. At least once: if the end of an attempt was not recorded, it is repeated. */
export type DeliveryHandler = {
  /** Must stop when `signal` aborts, because another worker may then hold the row. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>
  backoff: Backoff
  /**
   * How long the receiver may not show what an attempt has done there. If the attempt did not end by itself, it is not
   * repeated before, as the repeat would not find it. Not needed if the receiver recognises a repeat.
   */
  catchesUpMs?: number
  /** Names the current receiver if it can change; null while none is configured, and then nothing is tried. */
  receiver?: string | null
}
