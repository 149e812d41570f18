import { z } from 'zod'
import type { CrmOpportunity, CrmResult } from '../../port.ts'
import { saysThereIsNone, unreadable } from '../http/answer-to-failure.ts'
import type { Connection } from '../http/connection.ts'
import { getOpportunity, searchOpportunities } from '../http/requests.ts'
import { type OpportunityAnswer, opportunityAnswer, toCrmOpportunity } from './opportunity-answer.ts'
import { pipelineOf } from './pipeline.ts'

const oneOpportunity = z.object({ opportunity: opportunityAnswer })
const opportunityPage = z.object({
  opportunities: z.array(z.unknown()),
  meta: z
    .object({
      startAfter: z.union([z.number(), z.string()]).nullish(),
      startAfterId: z.string().nullish(),
    })
    .nullish()
    .catch(null),
})

type Cursor = { startAfter: string; startAfterId: string }
type Page = { opportunities: CrmOpportunity[]; next: Cursor | null }

/** `Crm.readOpportunity`. */
export async function readOpportunity(
  { client, fields, settings }: Connection,
  opportunityId: string,
  signal?: AbortSignal,
): Promise<CrmResult<CrmOpportunity | null>> {
  const fieldIds = await fields.idsOf('opportunity', signal)
  if (!fieldIds.ok) return fieldIds
  const answered = await client.call(getOpportunity(opportunityId, signal))
  if (!answered.ok) return saysThereIsNone(answered.failure) ? { ok: true, value: null } : answered
  const opportunity = oneOpportunity.safeParse(answered.value).data?.opportunity
  if (!opportunity) return unreadable('opportunity')
  return { ok: true, value: toCrmOpportunity(opportunity, settings, fieldIds.value) }
}

/**
 * `Crm.listChangedOpportunities`. The search can neither filter nor sort by the time of the change, so this reads every
 * page. It stops at a page with nothing new, because the documentation does not promise a last page.
 */
export async function* listChangedOpportunities(
  connection: Connection,
  since: string,
  signal?: AbortSignal,
): AsyncIterable<CrmResult<readonly CrmOpportunity[]>> {
  const seen = new Set<string>()
  for (let cursor: Cursor | null | undefined; cursor !== null; ) {
    const page: CrmResult<Page> = await searchPage(connection, cursor ?? {}, signal)
    if (!page.ok) return yield page
    const fresh = page.value.opportunities.filter(({ opportunityId }) => !seen.has(opportunityId))
    if (fresh.length === 0) return
    for (const { opportunityId } of fresh) seen.add(opportunityId)
    yield { ok: true, value: fresh.filter(({ changedAt }) => isSince(changedAt, since)) }
    cursor = page.value.next
  }
}

/** Counts an opportunity without a date as changed. */
const isSince = (changedAt: string | null, since: string) =>
  changedAt === null || Date.parse(changedAt) >= Date.parse(since)

/** Returns every opportunity of a contact in our pipeline. The search may be seconds out of date. */
export async function searchOfContact(
  connection: Connection,
  contactId: string,
  signal: AbortSignal | undefined,
): Promise<CrmResult<CrmOpportunity[]>> {
  const page = await searchPage(connection, { contact_id: contactId }, signal)
  if (!page.ok) return page
  return { ok: true, value: page.value.opportunities.filter((one) => one.contactId === contactId) }
}

async function searchPage(
  { client, settings, fields }: Connection,
  wanted: Partial<Cursor> & { contact_id?: string },
  signal: AbortSignal | undefined,
): Promise<CrmResult<Page>> {
  const pipelineId = pipelineOf(settings)
  if (!pipelineId.ok) return pipelineId
  const fieldIds = await fields.idsOf('opportunity', signal)
  if (!fieldIds.ok) return fieldIds
  const place = { location_id: settings.locationId, pipeline_id: pipelineId.value }
  const answered = await client.call(searchOpportunities({ ...place, ...wanted }, signal))
  if (!answered.ok) return answered
  const page = opportunityPage.safeParse(answered.value).data
  if (!page) return unreadable('opportunities')
  const answers = page.opportunities.flatMap(
    (one): OpportunityAnswer | [] => opportunityAnswer.safeParse(one).data ?? [],
  )
  const { startAfter, startAfterId } = page.meta ?? {}
  return {
    ok: true,
    value: {
      opportunities: answers.map((one) => toCrmOpportunity(one, settings, fieldIds.value)),
      next: startAfter && startAfterId ? { startAfter: String(startAfter), startAfterId } : null,
    },
  }
}
