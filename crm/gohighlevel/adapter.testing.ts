import { success } from '#domain/kernel/result.ts'
import type { Crm } from '../port.ts'
import type { GoHighLevelDouble } from './double/go-high-level-double.ts'
import { createGoHighLevelCrm } from './gohighlevel-crm.ts'
import type { CallBudget } from './http/call-budget.ts'
import type { GoHighLevelSettings } from './http/settings.ts'

/** A budget that permits every call. */
export const unlimited: CallBudget = {
  take: async () => success({ done: async () => undefined }),
}

/** Returns the settings that match a double. */
export function settingsFor(double: GoHighLevelDouble): GoHighLevelSettings {
  const { url, token, locationId, pipelineId, leadTag, stages } = double
  return {
    baseUrl: url,
    token,
    locationId,
    pipelineId,
    leadTag,
    stages: {
      open: stages.open,
      qualified: stages.qualified,
      'closed-won': stages.won,
      'closed-lost': stages.lost,
    },
  }
}

type Choices = {
  settings?: Partial<GoHighLevelSettings>
  budget?: CallBudget
  /** Returns the timeout of the next call. */
  timeoutMs?: () => number
  searchLagMs?: number
}

/** Connects the adapter to a double. Stores the links as the server does. */
export function connectTo(double: GoHighLevelDouble, choices: Choices = {}): { crm: Crm; links: Links } {
  const { settings, budget = unlimited, timeoutMs, searchLagMs = 0 } = choices
  const links: Links = new Map()
  const crm = createGoHighLevelCrm({
    settings: { ...settingsFor(double), ...settings },
    budget,
    findOwningSession: async (opportunityId) => links.get(opportunityId) ?? null,
    searchLagMs,
    ...(timeoutMs === undefined ? {} : { fetch: impatientFetch(timeoutMs) }),
  })
  return { crm: withLinks(crm, links), links }
}

/** Session ids by opportunity id. */
type Links = Map<string, string>

const withLinks = (crm: Crm, links: Links): Crm => ({
  ...crm,
  async createOpportunity(sale, ...given) {
    const created = await crm.createOpportunity(sale, ...given)
    if (created.ok) links.set(created.value.opportunityId, sale.sessionId)
    return created
  },
  async abandonOpportunity(given, signal) {
    const abandoned = await crm.abandonOpportunity(given, signal)
    if (abandoned.ok) for (const [id, owner] of links) if (owner === given.sessionId) links.delete(id)
    return abandoned
  },
})

/** Returns a `fetch` that times out sooner than the adapter, with the same error. */
const impatientFetch =
  (timeoutMs: () => number): typeof fetch =>
  (url, init) =>
    fetch(url, {
      ...init,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs()), ...(init?.signal ? [init.signal] : [])]),
    })
