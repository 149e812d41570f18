import type { FastifyRequest } from 'fastify'

/** The headers on which the answer to a read depends, including the credentials. */
const HEADERS = [
  'apikey',
  'authorization',
  'accept',
  'accept-encoding',
  'accept-profile',
  'prefer',
  'range',
] as const

/** Returns the key of a read, with what its caller may see. At one moment, equal keys have the same answer. */
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
