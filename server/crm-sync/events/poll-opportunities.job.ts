import type { CrmOpportunity } from '#crm/port.ts'
import { statusByCrm } from '#domain/opportunity/crm-status.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import type { EventsContext } from './apply-crm-status.commands.ts'
import { findLinkedSales } from './apply-crm-status.queries.ts'
import { forgetEvents, storeEvents } from './crm-events.queries.ts'
import { claimPoll, finishPoll, type Poll } from './poll-opportunities.queries.ts'

const EVERY_MS = 5 * 60_000
/** After reading a large pipeline, the poll leaves the CRM's calls to the sales for this many times as long. */
const REST_AFTER = 20
/** The longest rest, because a poll may take long only because the CRM is slow. */
const MAX_REST_MS = 20 * 60_000
/** Longer than a poll may take, so that an expired lease means a dead process. */
const LEASE_MS = 5 * 60_000
const MAX_POLL_MS = 4 * 60_000
const TOO_LONG = 'Polling the CRM took longer than four minutes, so changes without an event are not applied.'
/** The CRM's search lags behind its writes, so a poll starts this long before the last change seen. */
const OVERLAP_MS = 5 * 60_000
/**
 * A change with a later date than this is wrong. If we followed it, the next polls would skip every change before it.
 */
const MAX_AHEAD_MS = 24 * 3_600_000

/**
 * Finds sales whose status differs in the CRM although no event has arrived, and stores an event for each. The search
 * may be out of date, so the event makes us read the opportunity itself. Does nothing unless a poll is due.
 */
export async function pollOpportunities(
  context: EventsContext,
  stopping: AbortSignal,
  maxPollMs = MAX_POLL_MS,
): Promise<void> {
  const { db, crm } = context
  const poll = await claimPoll(db, crm.provider, LEASE_MS)
  if (!poll) return
  const startedAt = performance.now()
  const signal = AbortSignal.any([AbortSignal.timeout(maxPollMs), stopping])
  const outcome = await readChanges(context, poll, signal).catch((error) => {
    if (signal.aborted) return { readUpTo: poll.readUpTo, reason: TOO_LONG }
    throw error
  })
  if (stopping.aborted) return
  const durationMs = performance.now() - startedAt
  await finishPoll(db, poll, outcome, restAfter(durationMs))
  // Logged once, because a line every five minutes would fill the log.
  if (outcome.reason !== null && outcome.reason !== poll.reason)
    await writeSyncLog(db, {
      operation: 'crm_poll',
      direction: 'pull',
      status: 'error',
      message: outcome.reason,
      duration_ms: durationMs,
    })
  await forgetEvents(db)
}

const restAfter = (durationMs: number) =>
  Math.round(Math.min(Math.max(EVERY_MS, REST_AFTER * durationMs), MAX_REST_MS))

/** Reads the changes since the last poll. If a page fails, the next poll starts from the same place. */
async function readChanges(
  { db, crm }: EventsContext,
  poll: Poll,
  signal: AbortSignal,
): Promise<Pick<Poll, 'readUpTo' | 'reason'>> {
  const since = new Date(Date.parse(poll.readUpTo) - OVERLAP_MS).toISOString()
  const latest = new Date(Date.now() + MAX_AHEAD_MS).toISOString()
  let readUpTo = poll.readUpTo
  for await (const page of crm.listChangedOpportunities(since, signal)) {
    signal.throwIfAborted()
    if (!page.ok) return { readUpTo: poll.readUpTo, reason: page.failure.message }
    await storeDiffering({ db }, page.value, poll)
    for (const { changedAt } of page.value)
      if (changedAt !== null && changedAt > readUpTo && changedAt < latest) readUpTo = changedAt
  }
  return { readUpTo, reason: null }
}

/** Stores an event for each sale whose status differs. A change that is seen again adds no second event. */
async function storeDiffering(
  { db }: Pick<EventsContext, 'db'>,
  opportunities: readonly CrmOpportunity[],
  { lease }: Poll,
): Promise<void> {
  const listed = new Map(opportunities.map((opportunity) => [opportunity.opportunityId, opportunity]))
  const sales = await findLinkedSales(db, [...listed.keys()])
  const differing = sales.flatMap(({ opportunityId, status }) => {
    const opportunity = listed.get(opportunityId)
    return opportunity && statusByCrm(status, opportunity.status) ? [opportunity] : []
  })
  await storeEvents(
    db,
    differing.map(({ opportunityId, changedAt }) => ({
      webhook_id: `poll:${opportunityId}:${changedAt ?? lease}`,
      type: 'OpportunityPoll',
      record_kind: 'opportunity',
      record_id: opportunityId,
      sent_at: changedAt,
    })),
  )
}
