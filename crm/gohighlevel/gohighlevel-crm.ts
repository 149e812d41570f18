import { setTimeout as delay } from 'node:timers/promises'
import type { Crm } from '../port.ts'
import { abandonOpportunity } from './abandon-opportunity.ts'
import type { CallBudget } from './call-budget.ts'
import { createClient } from './client.ts'
import type { Connection } from './connection.ts'
import { createOpportunity } from './create-opportunity.ts'
import { createCustomFields } from './custom-fields.ts'
import { checkCredentials, diagnostics } from './diagnostics.ts'
import { createInTurn } from './in-turn.ts'
import { pullLeads, readLead } from './leads.ts'
import { listChangedOpportunities, readOpportunity } from './opportunity-reads.ts'
import type { GoHighLevelSettings } from './settings.ts'
import { createUnsettledCreations } from './unsettled-creations.ts'
import { updateOpportunity } from './update-opportunity.ts'

type Given = {
  settings: GoHighLevelSettings
  budget: CallBudget
  /** Which of our sales holds an opportunity of the CRM, by our own links; null for none. */
  ownerOf(opportunityId: string): Promise<string | null>
  fetch?: typeof globalThis.fetch
  /** How long GoHighLevel's search may lag behind its writes. */
  searchLagMs?: number
}

/** After so many times its usual lag the search knows for certain. */
const SEARCH_LAGS = 3

/** GoHighLevel, API 2021-07-28, as the CRM behind the port. */
export function createGoHighLevelCrm(given: Given): Crm {
  const { settings, budget, ownerOf, fetch = globalThis.fetch, searchLagMs = 3_000 } = given
  const client = createClient(settings, budget, fetch)
  const connection: Connection = {
    settings,
    client,
    fields: createCustomFields(client, settings.locationId),
    ownerOf,
    inTurn: createInTurn(),
    unsettled: createUnsettledCreations(SEARCH_LAGS * searchLagMs),
    async waitForSearch(signal) {
      // An end before its time shows in the call that follows.
      await delay(searchLagMs, undefined, signal ? { signal } : {}).catch(() => undefined)
    },
  }
  return {
    provider: 'gohighlevel',
    pullLeads: (pull) => pullLeads(connection, pull),
    readLead: (contactId, signal) => readLead(connection, contactId, signal),
    readOpportunity: (opportunityId, signal) => readOpportunity(connection, opportunityId, signal),
    listChangedOpportunities: (since, signal) => listChangedOpportunities(connection, since, signal),
    createOpportunity: (sale, signal) => createOpportunity(connection, sale, signal),
    updateOpportunity: (opportunityId, sale, signal) =>
      updateOpportunity(connection, opportunityId, sale, signal),
    abandonOpportunity: (opportunity, signal) => abandonOpportunity(connection, opportunity, signal),
    checkCredentials: () => checkCredentials(connection),
    diagnostics: () => diagnostics(connection),
  }
}
