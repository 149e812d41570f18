import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from '../http/problem.ts'

/** Planning a file of the largest size takes some 300 MB. */
const MAX_AT_ONCE = 2

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * Limits how many files a process works on at once. `admit` is a hook for `onRequest` that refuses a file, before reading
 * it, while the process is busy with others. `whileWorking` wraps the handler, because the work goes on if the client
 * hangs up.
 */
export function limitImports() {
  const connected = new Set<FastifyRequest>()
  const working = new Set<FastifyRequest>()

  return {
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (new Set([...connected, ...working]).size >= MAX_AT_ONCE)
        return void (await sendProblem(reply, problemOf('too-busy')))
      connected.add(request)
      reply.raw.once('close', () => connected.delete(request))
    },
    whileWorking(handle: Handler): Handler {
      return async (request, reply) => {
        working.add(request)
        try {
          return await handle(request, reply)
        } finally {
          working.delete(request)
        }
      }
    },
  }
}
