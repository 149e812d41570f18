import type { CrmFailure } from '#crm/port.ts'
import { failed } from '#domain/kernel/result.ts'
import type { DeliveryOutcome } from '../../deliveries/handler.ts'
import { fullJitter } from '../../jobs/backoff.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 15 * 60_000

/** When a failed delivery to the CRM is tried again (docs/product 9.2). */
export const CRM_BACKOFF = fullJitter(FIRST_RETRY_MS, LAST_RETRY_MS)

/** How a delivery to the CRM ended that failed like this. */
export const failedBy = ({ code, retry, message, status, retryAfterMs }: CrmFailure): DeliveryOutcome =>
  failed({
    retry,
    message,
    status,
    ...(code === 'daily-limit' ? { receiver: 'rests' as const } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
