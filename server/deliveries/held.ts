import { failed } from '#domain/kernel/result.ts'
import type { DeliveryOutcome } from './handler.ts'
import { HELD_REASON } from './held.queries.ts'

/** The outcome if a sale turns out to be held. It is not sent, and is due once the office has released it. */
export const HELD: DeliveryOutcome = failed({ retry: 'later', message: HELD_REASON })
