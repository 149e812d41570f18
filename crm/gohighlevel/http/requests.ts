import { z } from 'zod'
import type { Call } from './client.ts'

/*
 * Everything that Doorstep may send in a body. The schemas are strict, because GoHighLevel refuses unknown fields. A
 * body that does not match is our bug, and throws.
 */

const id = z.string().min(1)
const customFields = z.array(z.strictObject({ id, field_value: z.string() }))

const contactSearch = z.strictObject({
  locationId: id,
  pageLimit: z.int().min(1).max(500),
  filters: z.array(
    z.union([
      z.strictObject({ field: z.literal('tags'), operator: z.literal('contains'), value: id }),
      z.strictObject({
        field: z.literal('dateUpdated'),
        operator: z.literal('range'),
        value: z.strictObject({ gte: z.iso.datetime() }),
      }),
    ]),
  ),
  sort: z.tuple([z.strictObject({ field: z.literal('dateUpdated'), direction: z.literal('asc') })]),
  searchAfter: z.array(z.union([z.string(), z.number()])).optional(),
})

/** Contains no tags, because an upsert would overwrite those of the contact. */
const contactUpsert = z.strictObject({
  locationId: id,
  firstName: z.string(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  address1: z.string().optional(),
  postalCode: z.string().optional(),
})

const status = z.enum(['open', 'won', 'lost', 'abandoned'])

/** Contains neither the location nor the contact, which a PUT must not contain. */
const opportunityUpdate = z.strictObject({
  pipelineId: id,
  pipelineStageId: id.optional(),
  name: id,
  status,
  monetaryValue: z.number(),
  customFields,
})
const opportunityCreation = opportunityUpdate.extend({ locationId: id, contactId: id })

export type OpportunityUpdate = z.infer<typeof opportunityUpdate>
type OpportunityCreation = z.infer<typeof opportunityCreation>

type Signal = AbortSignal | undefined

export const searchContacts = (body: z.infer<typeof contactSearch>, signal: Signal): Call => ({
  method: 'POST',
  path: '/contacts/search',
  body: contactSearch.parse(body),
  signal,
})

export const getContact = (contactId: string, signal: Signal): Call => ({
  method: 'GET',
  path: `/contacts/${encodeURIComponent(contactId)}`,
  signal,
})

export const upsertContact = (body: z.infer<typeof contactUpsert>, signal: Signal): Call => ({
  method: 'POST',
  path: '/contacts/upsert',
  body: contactUpsert.parse(body),
  signal,
})

export const findDuplicateContact = (locationId: string, email: string, signal: Signal): Call => ({
  method: 'GET',
  path: '/contacts/search/duplicate',
  query: { locationId, email },
  signal,
})

/** The only call with parameters in snake case, apart from those of the cursor. */
export const searchOpportunities = (
  query: {
    location_id: string
    pipeline_id: string
    contact_id?: string
    startAfter?: string
    startAfterId?: string
  },
  signal: Signal,
): Call => ({
  method: 'GET',
  path: '/opportunities/search',
  query: { ...query, status: 'all', limit: '100' },
  signal,
})

export const getOpportunity = (opportunityId: string, signal: Signal): Call => ({
  method: 'GET',
  path: opportunityPath(opportunityId),
  signal,
})

export const postOpportunity = (body: OpportunityCreation, signal: Signal): Call => ({
  method: 'POST',
  path: '/opportunities/',
  body: opportunityCreation.parse(body),
  signal,
})

export const putOpportunity = (opportunityId: string, body: OpportunityUpdate, signal: Signal): Call => ({
  method: 'PUT',
  path: opportunityPath(opportunityId),
  body: opportunityUpdate.parse(body),
  signal,
})

export const abandonOpportunity = (opportunityId: string, signal: Signal): Call => ({
  method: 'PUT',
  path: `${opportunityPath(opportunityId)}/status`,
  body: { status: 'abandoned' },
  signal,
})

const opportunityPath = (opportunityId: string) => `/opportunities/${encodeURIComponent(opportunityId)}`

export const getLocation = (locationId: string): Call => ({
  method: 'GET',
  path: `/locations/${encodeURIComponent(locationId)}`,
})

export const getCustomFields = (
  locationId: string,
  model: 'contact' | 'opportunity',
  signal?: Signal,
): Call => ({
  method: 'GET',
  path: `/locations/${encodeURIComponent(locationId)}/customFields`,
  query: { model },
  signal,
})

export const getPipelines = (locationId: string): Call => ({
  method: 'GET',
  path: '/opportunities/pipelines',
  query: { locationId },
})
