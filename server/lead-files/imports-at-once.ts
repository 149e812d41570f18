import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from '../http/problem.ts'

/** Planning a file of the largest size takes some 300 MB. */
const MAX_AT_ONCE = 2

/** Returns a hook for `onRequest` that refuses a file, before reading it, while the process is busy with others. */
export function limitImports() {
  const open = new Set<FastifyRequest>()

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (open.size >= MAX_AT_ONCE) return void (await sendProblem(reply, problemOf('too-busy')))
    open.add(request)
    reply.raw.once('close', () => open.delete(request))
  }
}
