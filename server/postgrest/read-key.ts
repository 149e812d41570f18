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

/** Names a read: calls with the same name have the same answer at the same moment. */
export const readKeyOf = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): string =>
  JSON.stringify([method, url, ...HEADERS.map((name) => headers[name])])
