import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID_HEADER } from '#protocol/call-headers.ts'

/** A UUID, or as many digits without dashes: what proxies make, and nothing that could tell of a person. */
const REQUEST_ID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

/** The id by which a request is found in the logs: its own `X-Request-Id`, or else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = String(headers[REQUEST_ID_HEADER] ?? '')
  return REQUEST_ID.test(given) ? given : randomUUID()
}
