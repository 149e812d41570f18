import type { Result } from '#domain/kernel/result.ts'
import type { Backoff } from '../jobs/backoff.ts'
import type { Delivery } from './deliveries.queries.ts'

/**
 * `status` is the HTTP status, if there was a response. `remark` says why nothing had to be sent, for the back office;
 * it contains no personal data.
 */
export type Delivered = { status?: number | null; remark?: string }

/**
 * Why an attempt failed. `later` means to retry, `never` that it was refused for good. `receiver` is set if the failure
 * concerns every delivery: the receiver `rests` for a while or is `closed` for good. `message` contains no personal
 * data.
 */
export type DeliveryFailure = {
  retry: 'later' | 'never'
  message: string
  status?: number | null
  retryAfterMs?: number
  receiver?: 'rests' | 'closed'
}

export type DeliveryOutcome = Result<Delivered, DeliveryFailure>

/**
 * How to deliver to one target. Delivery is at least once: if the end of an attempt was not recorded, it is repeated.
 */
export type DeliveryHandler = {
  /** Must stop when `signal` aborts, because another worker may then hold the row. */
  deliver(delivery: Delivery, signal: AbortSignal): Promise<DeliveryOutcome>
  backoff: Backoff
  /**
   * How long it may take until the receiver shows what an attempt has done there. If an attempt did not end by itself,
   * it is not repeated sooner, because the repeat would not find it. Not needed if the receiver recognises a repeat.
   */
  catchesUpMs?: number
  /** Names the current receiver if it can change. Null while none is configured; then nothing is attempted. */
  receiver?: string | null
}
