import type { CrmFailure } from '#crm/port.ts'
import { failed } from '#domain/kernel/result.ts'
import type { DeliveryOutcome } from '../../deliveries/handler.ts'
import { fullJitter } from '../../jobs/backoff.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 15 * 60_000

/** The delays before a failed delivery to the CRM is retried (docs/product 9.2). */
export const CRM_BACKOFF = fullJitter(FIRST_RETRY_MS, LAST_RETRY_MS)

/** Returns the outcome of a delivery to the CRM that ended with this failure. */
export const failedBy = ({ code, retry, message, status, retryAfterMs }: CrmFailure): DeliveryOutcome =>
  failed({
    retry,
    message,
    status,
    ...(code === 'daily-limit' ? { receiver: 'rests' as const } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
