import type { CrmOpportunity } from '#crm/port.ts'
import { statusByCrm } from '#domain/opportunity/crm-status.ts'
import { writeSyncLog } from '../log/sync-log.queries.ts'
import type { EventsContext } from './apply-crm-status.commands.ts'
import { findLinkedSales } from './apply-crm-status.queries.ts'
import { forgetEvents, storeEvents } from './crm-events.queries.ts'
import { claimPoll, finishPoll, type Poll } from './poll-opportunities.queries.ts'

const EVERY_MS = 5 * 60_000
/** A poll that reads a large pipeline leaves the calls of the CRM to the sales for so many times as long. */
const REST_AFTER = 20
/** Also when it took so long only because the CRM was slow for once. */
const LONGEST_REST_MS = 20 * 60_000
/** Longer than a poll may take, so that a claim that ran out means a dead process. */
const LEASE_MS = 5 * 60_000
const LONGEST_MS = 4 * 60_000
const TOO_LONG =
  'Looking for changes in the CRM took longer than four minutes; what no event tells is not heard of.'
/** The CRM's search lags behind its writes: so far a poll looks behind the last change that was seen. */
const OVERLAP_MS = 5 * 60_000
/** No clock is so far ahead of ours: what is dated later would hide every change before that. */
const MOST_AHEAD_MS = 24 * 3_600_000

/**
 * Finds the sales that stand otherwise in the CRM, of which no event has come, and makes an event of each: what a
 * search says may be old, so the opportunity is read before anything follows from it. Does nothing unless it is due.
 */
export async function pollOpportunities(
  context: EventsContext,
  stopping: AbortSignal,
  longestMs = LONGEST_MS,
): Promise<void> {
  const { db, crm } = context
  const poll = await claimPoll(db, crm.provider, LEASE_MS)
  if (!poll) return
  const startedAt = performance.now()
  const signal = AbortSignal.any([AbortSignal.timeout(longestMs), stopping])
  const outcome = await readChanges(context, poll, signal).catch((error) => {
    if (signal.aborted) return { readUpTo: poll.readUpTo, reason: TOO_LONG }
    throw error
  })
  if (stopping.aborted) return
  const durationMs = performance.now() - startedAt
  await finishPoll(db, poll, outcome, restAfter(durationMs))
  // Told once: every five minutes the same would soon be all that the log shows.
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
  Math.round(Math.min(Math.max(EVERY_MS, REST_AFTER * durationMs), LONGEST_REST_MS))

/** A poll that failed is repeated from where it began. */
async function readChanges(
  { db, crm }: EventsContext,
  poll: Poll,
  signal: AbortSignal,
): Promise<Pick<Poll, 'readUpTo' | 'reason'>> {
  const since = new Date(Date.parse(poll.readUpTo) - OVERLAP_MS).toISOString()
  const latest = new Date(Date.now() + MOST_AHEAD_MS).toISOString()
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

/** An event for each sale that stands otherwise; the same change seen again is the same event. */
async function storeDiffering(
  { db }: Pick<EventsContext, 'db'>,
  opportunities: readonly CrmOpportunity[],
  { lease }: Poll,
): Promise<void> {
  const told = new Map(opportunities.map((opportunity) => [opportunity.opportunityId, opportunity]))
  const sales = await findLinkedSales(db, [...told.keys()])
  const differing = sales.flatMap(({ opportunityId, status }) => {
    const opportunity = told.get(opportunityId)
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
