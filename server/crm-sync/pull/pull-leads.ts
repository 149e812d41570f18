import { setTimeout as delay } from 'node:timers/promises'
import type { Crm, CrmFailure, CrmLead } from '#crm/port.ts'
import { failed, type Result, success } from '#domain/kernel/result.ts'
import type { ChangeFeed } from '../../changes/change-feed.ts'
import type { Db } from '../../db/schema.ts'
import {
  findRunningPull,
  finishPull,
  getPull,
  type HeldPull,
  keepPull,
  releasePull,
  retakePull,
  startPull,
  storePage,
} from './lead-pulls.queries.ts'

/**
 * The outcome of a pull. `syncedCount` is the number of leads that the CRM returned, changed or not. After a failure or
 * a cancellation the leads that were read are kept. If the server stops, the next start continues the pull.
 */
export type PullOutcome = Result<
  { syncedCount: number },
  { reason: 'failed' | 'cancelled' | 'stopping'; message: string }
>

/** `source` names the origin of the leads. Each source has its own watermark. */
export type Pulling = { db: Db; crm: Crm; changeFeed: Pick<ChangeFeed, 'wake'>; source?: string }

/** Longer than a few heartbeats, so that an expired lease means a dead process. */
const LEASE_MS = 15_000
const BEAT_MS = 4_000
const JOIN_POLL_MS = 100

const STOPPING: PullOutcome = failed({ reason: 'stopping', message: 'The server is stopping.' })

/**
 * Reads the leads that changed in the CRM since the last pull. Only one pull of a source runs at a time. A second call,
 * in any process, joins it, and takes it over if its process dies.
 */
export async function pullLeads(given: Pulling, stopping?: AbortSignal): Promise<PullOutcome> {
  const { db, crm, source = crm.provider } = given
  let mine = await startPull(db, source, LEASE_MS)
  const id = mine?.id ?? (await findRunningPull(db, source))
  // The running pull has just ended.
  if (id === undefined) return pullLeads(given, stopping)
  for (;;) {
    if (mine) await carryOn(given, mine, stopping)
    const outcome = pullToOutcome(await getPull(db, id))
    if (outcome) return outcome
    if (stopping?.aborted) return STOPPING
    mine = await retakePull(db, id, LEASE_MS)
    if (!mine) await delay(JOIN_POLL_MS)
  }
}

function pullToOutcome({
  state,
  seen,
  message,
}: Awaited<ReturnType<typeof getPull>>): PullOutcome | undefined {
  if (state === 'running') return undefined
  return state === 'done' ? success({ syncedCount: seen }) : failed({ reason: state, message: message ?? '' })
}

/** Pulls to the end unless the pull is cancelled or the process stops. */
async function carryOn(given: Pulling, pull: HeldPull, stopping?: AbortSignal): Promise<void> {
  const { db, crm } = given
  const lost = new AbortController()
  // A failed heartbeat does not mean that the pull is lost. If the database is down, storing the next page fails.
  const beat = setInterval(async () => {
    if (!(await keepPull(db, pull, LEASE_MS).catch(() => true))) lost.abort()
  }, BEAT_MS)
  const signal = stopping ? AbortSignal.any([stopping, lost.signal]) : lost.signal
  try {
    const failure = await pullPages(given, pull, signal)
    if (!signal.aborted) await finishPull(db, crm.provider, pull, failure?.message ?? null)
  } catch (error) {
    if (!signal.aborted) {
      await finishPull(db, crm.provider, pull, 'The sync failed on our side.')
      throw error
    }
  } finally {
    clearInterval(beat)
  }
  if (stopping?.aborted) await releasePull(db, pull)
}

/** Pulls the pages after the cursor. Returns the CRM's failure if there was one. */
async function pullPages(
  { db, crm, changeFeed }: Pulling,
  pull: HeldPull,
  signal: AbortSignal,
): Promise<CrmFailure | undefined> {
  const seen = new Set<string>()
  for await (const page of crm.pullLeads({ since: pull.since, after: pull.cursor, signal })) {
    if (!page.ok) return page.failure
    const leads = [...new Map(page.value.leads.map((lead) => [lead.contactId, withoutBlanks(lead)])).values()]
    for (const { contactId } of leads) seen.add(contactId)
    const { next, total } = page.value
    const stored = { provider: crm.provider, leads, cursor: next, seen: pull.seen + seen.size, total }
    if (signal.aborted || !(await storePage(db, pull, stored, LEASE_MS))) return undefined
    changeFeed.wake()
  }
  return undefined
}

/** Trims the texts of a lead. Returns null for blank ones. */
export function withoutBlanks(lead: CrmLead): CrmLead {
  const trimmed = Object.entries(lead).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return Object.fromEntries(trimmed)
}
