import type { FastifyRequest } from 'fastify'
import { isLoopback } from './loopback.ts'
import { isForLoopback } from './misdirected.ts'

/** If a request has one of these, it came through a proxy, which may itself run on this machine. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Returns true if a request comes from this machine itself. The address of the socket counts, because headers can be
 * made up.
 */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') &&
  isForLoopback(request) &&
  !PROXY_HEADERS.some((name) => name in request.headers)
