import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from '../http/problem.ts'
import { bearerOf, createKeyCheck } from '../http/public-key.ts'
import { isFromThisMachine } from '../http/this-machine.ts'

/**
 * Returns a hook for `onRequest` that lets a request read the metrics: with `key`, if it sends that as a bearer token;
 * without a key, if it comes from this machine itself.
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
