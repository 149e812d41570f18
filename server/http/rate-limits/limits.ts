import type { FastifyRequest } from 'fastify'
import { CHANGES_PATH, SOCKET_PATH } from '#protocol/changes.ts'
import { COPY_PATH } from '#protocol/copy.ts'
import {
  COPY_GIVEN_PATH,
  GHL_SYNC_PATH,
  SALE_EVIDENCE_PATH,
  SALES_PROGRESS_PATH,
  VERIFY_SALES_PATH,
} from '#protocol/functions.ts'
import { IDENTITY_PATH } from '#protocol/identity.ts'

/**
 * How many calls of a kind a device and an address may make in a minute, per process. If a device empties an outbox of
 * 200 sales, it makes some 1,600 calls. One address may be a whole company, because a carrier shares an address among
 * thousands of phones (decision 21).
 */
export const LIMITS = {
  /** Numbered writes and reports of sales, their pushes to the CRM, and checks that they arrived. */
  sale: { device: 20_000, address: 500_000 },
  /** Opening the change stream, or a socket. */
  stream: { device: 300, address: 30_000 },
  /** Calls that cost many requests to the CRM. */
  crm: { device: 60, address: 600 },
  /** Calls of the customer's page, which needs no key. So few that guessing codes is hopeless. */
  copy: { device: 20, address: 20 },
  /** Passwords and codes. A whole office may sign in from one address in the morning. */
  'sign-in': { device: 20, address: 120 },
  other: { device: 600, address: 120_000 },
} as const

export type CallKind = keyof typeof LIMITS
export const CALL_KINDS = Object.keys(LIMITS) as CallKind[]

/** Everything except the web app's files, which are cheap, and the health check. */
const LIMITED = /^\/(rest|functions|realtime|webhooks|metrics|readyz|openapi\.json)\b/
const SALE_PATHS = ['/rest/v1/:table', SALES_PROGRESS_PATH, SALE_EVIDENCE_PATH, COPY_GIVEN_PATH]
/** The CRM endpoints that concern one sale or only our own tables. */
const LIGHT_ENDPOINTS = new Map<string, CallKind>([
  ['create-opportunity', 'sale'],
  ['update-opportunity', 'sale'],
  ['sync-status', 'other'],
])

/** Returns the kind of a call by its route, or undefined if it is not counted. */
export function kindOf({ method, headers, routeOptions, query }: FastifyRequest): CallKind | undefined {
  const { url = '' } = routeOptions
  if (!LIMITED.test(url)) return undefined
  if (url === CHANGES_PATH || url === SOCKET_PATH) return 'stream'
  if (url === VERIFY_SALES_PATH || (SALE_PATHS.includes(url) && isNumbered(method, headers))) return 'sale'
  if (url === COPY_PATH || url.startsWith(`${COPY_PATH}/`)) return 'copy'
  if (method === 'POST' && url.startsWith(IDENTITY_PATH)) return 'sign-in'
  if (url !== GHL_SYNC_PATH) return 'other'
  return LIGHT_ENDPOINTS.get(String((query as { endpoint?: unknown }).endpoint)) ?? 'crm'
}

const isNumbered = (method: string, headers: FastifyRequest['headers']) =>
  (method === 'POST' || method === 'PATCH') && headers['idempotency-key'] !== undefined
