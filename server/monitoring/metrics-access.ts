import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from '../http/problem.ts'
import { bearerOf, createKeyCheck } from '../http/public-key.ts'
import { isFromThisMachine } from '../http/this-machine.ts'

/**
 * Returns a hook for `onRequest` that admits requests for the metrics. If `key` is set, a request must send it as a
 * bearer token; otherwise it must come from this machine.
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
