import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID_HEADER } from '#protocol/call-headers.ts'

/** A UUID, with or without dashes. Proxies send these, and they cannot contain personal data. */
const REQUEST_ID = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

/** Returns the id that marks a request in the logs: its own `X-Request-Id` if it is valid, otherwise a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = String(headers[REQUEST_ID_HEADER] ?? '')
  return REQUEST_ID.test(given) ? given : randomUUID()
}
