import { z } from 'zod'
import { ENTRY_OPERATIONS } from './entry-documents.ts'
import { nothing, type Operation, text } from './operation.ts'

/*
 * The requests that GoHighLevel's official documentation (API 2021-07-28) allows. The checks are as strict as those of
 * the real API.
 *
 * If the documentation is wrong, this follows the real API:
 * - `POST /contacts/search` has no documented request schema; ours is from the reference page of the search.
 * - The documentation allows unknown properties, and `locationId` or `contactId` in a PUT of an opportunity; the API
 *   refuses them with 422.
 * - `status: "all"` is listed for writes, but only the search accepts it.
 * - `stages` of a pipeline are documented as arrays of arrays; they are objects with `id` and `name`.
 * - A missing or wrong `Version` is documented as 422; the API answers 401.
 * - The real API also accepts a custom field by `key` or as a number; we send `id` and text, as documented.
 * - `dnd` and `dndSettings` of a contact are documented; Doorstep never sends them, so they are refused here.
 */

const digits = z.string().regex(/^\d+$/)
const customFields = z.array(z.strictObject({ id: text, field_value: z.string() }))
const writtenStatus = z.enum(['open', 'won', 'lost', 'abandoned'])

const contactFields = {
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  name: z.string().optional(),
  email: z.email().optional(),
  phone: z.string().optional(),
  address1: z.string().optional(),
  city: z.string().optional(),
  postalCode: z.string().optional(),
  country: z.string().length(2).optional(),
  source: z.string().optional(),
  tags: z.array(z.string()).optional(),
  customFields: customFields.optional(),
}

const filter = z.union([
  z.strictObject({
    field: text,
    operator: z.enum(['eq', 'not_eq', 'contains', 'not_contains']),
    value: z.string(),
  }),
  z.strictObject({
    field: text,
    operator: z.literal('range'),
    value: z.strictObject({ gte: z.iso.datetime().optional(), lte: z.iso.datetime().optional() }),
  }),
])

const contactSearch = z
  .strictObject({
    locationId: text,
    pageLimit: z.int().min(1).max(500),
    page: z.int().min(1).optional(),
    query: z.string().max(75).optional(),
    filters: z.array(filter).optional(),
    sort: z
      .array(z.strictObject({ field: text, direction: z.enum(['asc', 'desc']) }))
      .max(2)
      .optional(),
    searchAfter: z.array(z.union([z.string(), z.number()])).optional(),
  })
  .refine(({ page, searchAfter }) => page === undefined || searchAfter === undefined, {
    error: 'page should not exist beside searchAfter',
  })

const opportunityFields = {
  pipelineStageId: text.optional(),
  monetaryValue: z.number().optional(),
  assignedTo: text.optional(),
  customFields: customFields.optional(),
}

/** Every operation that Doorstep may use. */
const OPERATIONS: readonly Operation[] = [
  ...ENTRY_OPERATIONS,
  {
    name: 'get-location',
    method: 'GET',
    path: /^\/locations\/([^/]+)$/,
    scope: 'locations.readonly',
    query: nothing,
  },
  {
    name: 'get-custom-fields',
    method: 'GET',
    path: /^\/locations\/([^/]+)\/customFields$/,
    scope: 'locations/customFields.readonly',
    query: z.strictObject({ model: z.enum(['contact', 'opportunity', 'all']).optional() }),
  },
  {
    name: 'search-contacts',
    method: 'POST',
    path: /^\/contacts\/search$/,
    scope: 'contacts.readonly',
    query: nothing,
    body: contactSearch,
  },
  {
    name: 'find-duplicate-contact',
    method: 'GET',
    path: /^\/contacts\/search\/duplicate$/,
    scope: 'contacts.readonly',
    query: z.strictObject({ locationId: text, number: text.optional(), email: text.optional() }),
  },
  {
    name: 'upsert-contact',
    method: 'POST',
    path: /^\/contacts\/upsert$/,
    scope: 'contacts.write',
    query: nothing,
    body: z.strictObject({ locationId: text, ...contactFields }),
  },
  {
    name: 'get-contact',
    method: 'GET',
    path: /^\/contacts\/([^/]+)$/,
    scope: 'contacts.readonly',
    query: nothing,
  },
  {
    name: 'update-contact',
    method: 'PUT',
    path: /^\/contacts\/([^/]+)$/,
    scope: 'contacts.write',
    query: nothing,
    body: z.strictObject(contactFields),
  },
  {
    name: 'get-pipelines',
    method: 'GET',
    path: /^\/opportunities\/pipelines$/,
    scope: 'opportunities.readonly',
    query: z.strictObject({ locationId: text }),
  },
  {
    name: 'search-opportunities',
    method: 'GET',
    path: /^\/opportunities\/search$/,
    scope: 'opportunities.readonly',
    query: z.strictObject({
      location_id: text,
      pipeline_id: text.optional(),
      pipeline_stage_id: text.optional(),
      contact_id: text.optional(),
      status: z.enum(['open', 'won', 'lost', 'abandoned', 'all']).optional(),
      limit: digits.refine((limit) => Number(limit) >= 1 && Number(limit) <= 100).optional(),
      page: digits.optional(),
      startAfter: digits.optional(),
      startAfterId: text.optional(),
    }),
  },
  {
    name: 'create-opportunity',
    method: 'POST',
    path: /^\/opportunities\/$/,
    scope: 'opportunities.write',
    query: nothing,
    body: z.strictObject({
      pipelineId: text,
      locationId: text,
      name: text,
      status: writtenStatus,
      contactId: text,
      ...opportunityFields,
    }),
  },
  {
    name: 'get-opportunity',
    method: 'GET',
    path: /^\/opportunities\/([^/]+)$/,
    scope: 'opportunities.readonly',
    query: nothing,
  },
  {
    name: 'update-opportunity',
    method: 'PUT',
    path: /^\/opportunities\/([^/]+)$/,
    scope: 'opportunities.write',
    query: nothing,
    body: z.strictObject({
      pipelineId: text.optional(),
      name: text.optional(),
      status: writtenStatus.optional(),
      ...opportunityFields,
    }),
  },
  {
    name: 'update-opportunity-status',
    method: 'PUT',
    path: /^\/opportunities\/([^/]+)\/status$/,
    scope: 'opportunities.write',
    query: nothing,
    body: z.strictObject({ status: writtenStatus, lostReasonId: text.optional() }),
  },
]

/**
 * Returns the operation of a request with the ids in its path: the id of the record, and that of a contact's note or
 * task. Undefined if the API has no such path.
 */
export function findOperation(
  method: string,
  path: string,
): { operation: Operation; id: string; entryId: string } | undefined {
  for (const operation of OPERATIONS) {
    const match = operation.method === method ? operation.path.exec(path) : null
    const [, id = '', entryId = ''] = match ?? []
    if (match) return { operation, id: decodeURIComponent(id), entryId: decodeURIComponent(entryId) }
  }
  return undefined
}

type Sent = { method: string; path: string; query: object; body: unknown }

/** Returns how a request breaks the documentation, in GoHighLevel's words. Empty if the request is valid. */
export function faultsOf({ method, path, query, body }: Sent): string[] {
  const { operation } = findOperation(method, path) ?? {}
  if (!operation) return [`Cannot ${method} ${path}`]
  return [...mismatches(operation.query, query), ...mismatches(operation.body ?? z.undefined(), body)]
}

function mismatches(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `property ${[...issue.path, key].join('.')} should not exist`)
      : [`${issue.path.join('.') || 'the request'} is not valid: ${issue.message}`],
  )
}
