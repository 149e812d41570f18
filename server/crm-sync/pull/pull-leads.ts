import { setTimeout as delay } from 'node:timers/promises'
import type { CrmFailure, CrmLead } from '#crm/port.ts'
import type { Context } from '../../context.ts'
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
 * `syncedCount` is how many leads the CRM told of, changed or not. What came before a failure or a cancellation
 * stays; a pull that ends with `stopping` is gone on with by the next start.
 */
export type PullOutcome =
  | { ok: true; syncedCount: number }
  | { ok: false; reason: 'failed' | 'cancelled' | 'stopping'; message: string }

/** `source` is what the leads come from; each has a watermark of its own. */
export type Pulling = Pick<Context, 'db' | 'crm' | 'changeFeed'> & { source?: string }

/** Longer than a few beats: a lease that ran out means a dead process. */
const LEASE_MS = 15_000
const BEAT_MS = 4_000
const JOIN_POLL_MS = 100

const STOPPING: PullOutcome = { ok: false, reason: 'stopping', message: 'The server is stopping.' }

/**
 * Brings into ours what has changed among the CRM's leads since the last pull. There is one pull of a source at a
 * time: who asks meanwhile, in whatever process, waits for the end of that one, and takes it over if its process
 * dies.
 */
export async function pullLeads(given: Pulling, stopping?: AbortSignal): Promise<PullOutcome> {
  const { db, crm, source = crm.provider } = given
  let mine = await startPull(db, source, LEASE_MS)
  const id = mine?.id ?? (await findRunningPull(db, source))
  // The one that stood in the way has just ended.
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

function pullToOutcome({ state, seen, message }: Awaited<ReturnType<typeof getPull>>) {
  if (state === 'running') return undefined
  const outcome: PullOutcome =
    state === 'done' ? { ok: true, syncedCount: seen } : { ok: false, reason: state, message: message ?? '' }
  return outcome
}

/** Pulls to the end, unless the pull is cancelled or the process stops. */
async function carryOn(given: Pulling, pull: HeldPull, stopping?: AbortSignal): Promise<void> {
  const { db, crm } = given
  const lost = new AbortController()
  // A beat that fails says nothing of the pull; a broken database shows when the next page is stored.
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

/** Goes through the pages from the cursor on; answers why it came no further, when it was the CRM. */
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

/** Blank text is as good as none. */
export function withoutBlanks(lead: CrmLead): CrmLead {
  const trimmed = Object.entries(lead).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return Object.fromEntries(trimmed)
}
