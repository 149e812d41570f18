import type { CrmFailure } from '#crm/port.ts'
import { type Backoff, fullJitter, retryDelayMs } from '../../jobs/backoff.ts'
import { loggedError } from '../../log.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import { applyCrmLead } from './apply-crm-lead.commands.ts'
import { applyCrmStatus, type EventOutcome, type EventsContext } from './apply-crm-status.commands.ts'
import {
  type ClaimedEvent,
  claimEvents,
  finishEvent,
  parkEvent,
  postponeEvent,
  releaseEvent,
} from './crm-events.queries.ts'

/** Fewer than the CRM's limit of parallel calls, so that pushes do not wait behind a flood of events. */
const EVENTS_AT_ONCE = 2
/** Longer than an attempt, so that an expired lease means a dead worker. */
const LEASE_MS = 25_000
const ATTEMPT_MS = 20_000

const whenBusy = fullJitter(1_000, 10_000)
const whenFailed = fullJitter(2_000, 15 * 60_000)
/** Failures of the connection, not of the record. We retry until an operator has fixed it. */
const ABOUT_THE_CONNECTION: ReadonlySet<CrmFailure['code']> = new Set([
  'auth',
  'scope',
  'location',
  'settings',
])
const NO_OUTCOME = 'It failed on our side or timed out.'

/** Works off events until no more are due. */
export async function workOffEvents(context: EventsContext, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const claimed = await claimEvents(context.db, EVENTS_AT_ONCE, LEASE_MS)
    if (claimed.length === 0) return
    await Promise.all(claimed.map((event) => workOff(context, event, stopping)))
  }
}

async function workOff(context: EventsContext, event: ClaimedEvent, stopping: AbortSignal): Promise<void> {
  const { db } = context
  const startedAt = performance.now()
  const outcome = await attempt(context, event, stopping)
  if (outcome?.ok) return finishEvent(db, event)
  if (stopping.aborted) return releaseEvent(db, event)
  if (!outcome) return postponeEvent(db, event, delayOf(whenFailed, event), NO_OUTCOME)
  if (outcome.failure === 'busy')
    return postponeEvent(db, event, delayOf(whenBusy, event), 'The push of the sale comes first.')
  await recordFailure(context, event, outcome.failure, performance.now() - startedAt)
}

/** Applies an event. Returns undefined if that failed on our side or timed out. */
async function attempt(
  context: EventsContext,
  { record_kind, record_id }: ClaimedEvent,
  stopping: AbortSignal,
): Promise<EventOutcome | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(ATTEMPT_MS), stopping])
  const apply = record_kind === 'contact' ? applyCrmLead : applyCrmStatus
  try {
    return await apply(context, record_id, signal)
  } catch (error) {
    if (!signal.aborted) context.log.error({ error: loggedError(error) }, 'An event of the CRM failed')
    return undefined
  }
}

/** Parks or postpones a failed event. Logs the first and the final failure, not every attempt in between. */
async function recordFailure(
  { db }: EventsContext,
  event: ClaimedEvent,
  failure: CrmFailure,
  duration_ms: number,
): Promise<void> {
  const { message, retryAfterMs } = failure
  const isFinal = failure.retry === 'never' && !ABOUT_THE_CONNECTION.has(failure.code)
  if (isFinal || event.attempts === 0)
    await writeSyncLog(db, {
      operation: 'crm_event',
      direction: 'pull',
      status: 'error',
      message,
      duration_ms,
    })
  if (isFinal) await parkEvent(db, event, message)
  else await postponeEvent(db, event, delayOf(whenFailed, event, retryAfterMs), message)
}

const delayOf = (backoff: Backoff, { attempts }: ClaimedEvent, retryAfterMs?: number) =>
  retryDelayMs(backoff, attempts + 1, Math.random(), retryAfterMs) ?? 0
