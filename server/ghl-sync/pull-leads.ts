import type { CrmFailure, CrmLead } from '#crm/port.ts'
import type { Context } from '../context.ts'
import { upsertLeads } from './pull-leads.queries.ts'
import { writeSyncLog } from './sync-log.queries.ts'

const LEADS_A_STATEMENT = 500

export type PullOutcome = { ok: true; syncedCount: number } | { ok: false; failure: CrmFailure }

/**
 * Brings the CRM's leads into ours, page by page; what came before a failure stays. `syncedCount` is how many
 * leads the CRM told of, changed or not.
 */
export async function pullLeads(given: Pick<Context, 'db' | 'crm' | 'changeFeed'>): Promise<PullOutcome> {
  const startedAt = performance.now()
  const outcome = await pullPages(given)
  await writeSyncLog(given.db, {
    operation: 'sync_leads',
    direction: 'pull',
    status: outcome.ok ? 'success' : 'error',
    message: outcome.ok ? `Leads: ${outcome.syncedCount}` : outcome.failure.message,
    duration_ms: performance.now() - startedAt,
  })
  return outcome
}

async function pullPages({
  db,
  crm,
  changeFeed,
}: Pick<Context, 'db' | 'crm' | 'changeFeed'>): Promise<PullOutcome> {
  const seen = new Set<string>()
  for await (const page of crm.pullLeads({ since: null, after: null })) {
    if (!page.ok) return page
    const leads = [...new Map(page.value.leads.map((lead) => [lead.contactId, withoutBlanks(lead)])).values()]
    for (let from = 0; from < leads.length; from += LEADS_A_STATEMENT) {
      await upsertLeads(db, leads.slice(from, from + LEADS_A_STATEMENT))
      changeFeed.wake()
    }
    for (const { contactId } of leads) seen.add(contactId)
  }
  return { ok: true, syncedCount: seen.size }
}

/** Blank text is as good as none. */
function withoutBlanks(lead: CrmLead): CrmLead {
  const trimmed = Object.entries(lead).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() || null : value,
  ])
  return Object.fromEntries(trimmed)
}
