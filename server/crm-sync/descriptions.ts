import { z } from 'zod'
import { GHL_ENDPOINTS, type GhlEndpoint } from '#protocol/functions.ts'
import { count, ERROR, momentOrNull } from '../openapi/answers.ts'
import type { Description } from '../openapi/description.ts'
import { CREATE_BODY, UPDATE_BODY } from './ghl-sync.commands.ts'

/** Describes `ghl-sync` by method, because each method has its own endpoints (docs/product 8.1). */

const endpointsOf = (method: string) =>
  z.enum(
    Object.entries(GHL_ENDPOINTS).flatMap(([name, takes]) => (takes === method ? [name as GhlEndpoint] : [])),
  )
const queryOf = (method: string) => z.object({ endpoint: endpointsOf(method) })
/** For a method with a body, which may name the endpoint instead. */
const bothOf = (method: string) => z.object({ endpoint: endpointsOf(method).optional() })
const named = <Body extends z.ZodObject>(body: Body, method: string) =>
  body.extend({ endpoint: endpointsOf(method).optional() })

const REPORT = z.object({
  success: z.boolean(),
  provider: z.string(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
})
const STATUS = z.object({
  status: z.enum(['idle', 'syncing', 'success', 'error']),
  lastSync: momentOrNull,
  pending: count,
  failed: count,
  recent: z.array(z.record(z.string(), z.unknown())),
})
const success = z.literal(true)

/** `'refused'` means that every endpoint answers 405 to the method. */
export const DESCRIPTIONS: Record<string, Description | 'refused'> = {
  GET: {
    summary: 'Read the state of the CRM sync, or diagnose it',
    query: queryOf('GET'),
    answer: z.union([STATUS, REPORT]),
    refusal: ERROR,
  },
  POST: {
    summary: 'Pull leads, create an opportunity in the CRM, or check its credentials',
    query: bothOf('POST'),
    body: z.union([named(CREATE_BODY, 'POST'), bothOf('POST')]),
    answer: z.union([
      z.object({ success, syncedCount: count }),
      z.object({ success, ghlOpportunityId: z.string().nullable() }),
      REPORT,
    ]),
    refusal: ERROR,
  },
  PUT: {
    summary: 'Update an opportunity in the CRM',
    query: bothOf('PUT'),
    body: named(UPDATE_BODY, 'PUT'),
    answer: z.object({ success }),
    refusal: ERROR,
  },
  PATCH: 'refused',
  DELETE: 'refused',
}
