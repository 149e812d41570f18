import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../http/loopback.ts'
import { isForLoopback } from '../http/misdirected.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { bearerOf, createKeyCheck } from '../http/public-key.ts'

/** A request with one of these came through a proxy, which may itself run on this machine. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Returns a hook for `onRequest` that lets a request read the metrics: with `key`, if it sends that as a bearer token;
 * without a key, if it comes from this machine itself. The socket's address counts, as headers can be made up.
 */
export function allowMetrics(key: string | undefined) {
  const isKey = key === undefined ? undefined : createKeyCheck(key)

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isKey) {
      if (isKey(bearerOf(request))) return
      reply.header('www-authenticate', 'Bearer')
      return void (await sendProblem(reply, problemOf('invalid-metrics-key')))
    }
    if (isFromThisMachine(request)) return
    await sendProblem(reply, problemOf('metrics-are-local'))
  }
}

const isFromThisMachine = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') &&
  isForLoopback(request) &&
  !PROXY_HEADERS.some((name) => name in request.headers)
