import { setTimeout as delay } from 'node:timers/promises'
import type { Crm } from '../port.ts'
import { checkCredentials, diagnostics } from './checks/diagnostics.ts'
import { createCustomFields } from './contacts/custom-fields.ts'
import { contactEntries } from './contacts/entries.ts'
import { pullLeads, readLead } from './contacts/leads.ts'
import type { CallBudget } from './http/call-budget.ts'
import { createClient } from './http/client.ts'
import type { Connection } from './http/connection.ts'
import { createInTurn } from './http/in-turn.ts'
import type { GoHighLevelSettings } from './http/settings.ts'
import { abandonOpportunity } from './opportunities/abandon-opportunity.ts'
import { createOpportunity } from './opportunities/create-opportunity.ts'
import { listChangedOpportunities, readOpportunity } from './opportunities/opportunity-reads.ts'
import { createUnsettledCreations } from './opportunities/unsettled-creations.ts'
import { updateOpportunity } from './opportunities/update-opportunity.ts'

type Given = {
  settings: GoHighLevelSettings
  budget: CallBudget
  /** Returns the session id of the sale that owns an opportunity according to our own links, or null. */
  findOwningSession(opportunityId: string): Promise<string | null>
  fetch?: typeof globalThis.fetch
  /** How long GoHighLevel's search may lag behind its writes. */
  searchLagMs?: number
}

/** After this many lags, the search is certain to be up to date. */
const SEARCH_LAGS = 3

/** Returns a `Crm` that calls GoHighLevel through its API version 2021-07-28. */
export function createGoHighLevelCrm(given: Given): Crm {
  const { settings, budget, findOwningSession, fetch = globalThis.fetch, searchLagMs = 3_000 } = given
  const catchesUpMs = SEARCH_LAGS * searchLagMs
  const client = createClient(settings, budget, fetch)
  const connection: Connection = {
    settings,
    client,
    fields: createCustomFields(client, settings.locationId),
    findOwningSession,
    inTurn: createInTurn(),
    unsettled: createUnsettledCreations(catchesUpMs),
    async waitForSearch(signal) {
      // If the caller aborts the wait, the next call reports it.
      await delay(searchLagMs, undefined, signal ? { signal } : {}).catch(() => undefined)
    },
  }
  return {
    provider: 'gohighlevel',
    catchesUpMs,
    pullLeads: (pull) => pullLeads(connection, pull),
    readLead: (contactId, signal) => readLead(connection, contactId, signal),
    readOpportunity: (opportunityId, signal) => readOpportunity(connection, opportunityId, signal),
    listChangedOpportunities: (since, signal) => listChangedOpportunities(connection, since, signal),
    createOpportunity: (...given) => createOpportunity(connection, ...given),
    updateOpportunity: (opportunityId, sale, signal) =>
      updateOpportunity(connection, opportunityId, sale, signal),
    abandonOpportunity: (opportunity, signal) => abandonOpportunity(connection, opportunity, signal),
    entries: contactEntries(connection),
    checkCredentials: () => checkCredentials(connection),
    diagnostics: () => diagnostics(connection),
  }
}
