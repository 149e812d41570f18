import type { FastifyRequest } from 'fastify'
import { CHANGES_PATH } from '#protocol/changes.ts'
import { GHL_SYNC_PATH, SALES_PROGRESS_PATH, VERIFY_SALES_PATH } from '#protocol/functions.ts'

/**
 * How many calls of a kind one device and one address may make in a minute, of each process. A device that empties
 * an outbox of 200 sales makes some 1,600 calls; behind an address there may be a whole company, as a carrier gives
 * thousands of phones the same one (decision 21).
 */
export const LIMITS = {
  /** Numbered writes and reports of sales, pushing one to the CRM, and asking whether they arrived. */
  sale: { device: 20_000, address: 500_000 },
  /** Openings of the change stream. */
  stream: { device: 300, address: 30_000 },
  /** What asks the CRM itself a lot. */
  crm: { device: 60, address: 600 },
  other: { device: 600, address: 120_000 },
} as const

export type CallKind = keyof typeof LIMITS
export const CALL_KINDS = Object.keys(LIMITS) as CallKind[]

/** Everything but the web app's files, which cost next to nothing, and the sign of life. */
const LIMITED = /^\/(rest|functions|realtime|webhooks|metrics|readyz)\b/
const SALE_PATHS = ['/rest/v1/:table', SALES_PROGRESS_PATH]
/** Of the CRM's endpoints, those that concern one sale or nothing but our own tables. */
const LIGHT_ENDPOINTS = new Map<string, CallKind>([
  ['create-opportunity', 'sale'],
  ['update-opportunity', 'sale'],
  ['sync-status', 'other'],
])

/** The kind of a call, by its route; nothing for what is not counted. */
export function kindOf({ method, headers, routeOptions, query }: FastifyRequest): CallKind | undefined {
  const { url = '' } = routeOptions
  if (!LIMITED.test(url)) return undefined
  if (url === CHANGES_PATH) return 'stream'
  if (url === VERIFY_SALES_PATH || (SALE_PATHS.includes(url) && isNumbered(method, headers))) return 'sale'
  if (url !== GHL_SYNC_PATH) return 'other'
  return LIGHT_ENDPOINTS.get(String((query as { endpoint?: unknown }).endpoint)) ?? 'crm'
}

const isNumbered = (method: string, headers: FastifyRequest['headers']) =>
  (method === 'POST' || method === 'PATCH') && headers['idempotency-key'] !== undefined
