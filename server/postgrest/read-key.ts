import type { FastifyRequest } from 'fastify'

/** The headers on which the answer to a read depends, the credentials among them. */
const HEADERS = [
  'apikey',
  'authorization',
  'accept',
  'accept-encoding',
  'accept-profile',
  'prefer',
  'range',
] as const

/** Names a read: calls with the same name, by callers who may see the same rows, have the same answer at the same moment. */
export const readKeyOf = ({
  method,
  url,
  headers,
  caller,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'caller'>): string =>
  JSON.stringify([
    method,
    url,
    caller.onlyOf ?? null,
    [...caller.permissions],
    ...HEADERS.map((name) => headers[name]),
  ])
