import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginProblem, problemOf } from './problem.ts'

/** Up to here an answer is hardly more than what its connection takes at once. */
const SMALL_BYTES = 64 * 1024
/** Packed, hardly any list of a phone is larger. */
const LARGE_BYTES = 1024 * 1024
/** Of all answers together that wait in a process for their clients to take them. */
const MOST_BYTES = 128 * 1024 * 1024
/** So long a client may take nothing. */
const STALLED_MS = 60_000

/**
 * An `onSend` hook. A client that does not take its answer is let go after a while; whoever
 * wants a large one while too many of them wait is told to come again. Writes are answered all the same: they are done.
 */
export function limitUnreadAnswers() {
  let waitingBytes = 0
  return async ({ method }: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    const bytes = Buffer.byteLength(payload)
    if (bytes <= SMALL_BYTES) return payload
    if (method === 'GET' && bytes > LARGE_BYTES && waitingBytes + bytes > MOST_BYTES) return refuse(reply)
    waitingBytes += bytes
    finished(reply.raw, () => {
      waitingBytes -= bytes
    })
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
    return payload
  }
}

function refuse(reply: FastifyReply): string {
  const problem = problemOf('too-busy')
  beginProblem(reply.removeHeader('content-encoding').removeHeader('content-range'), problem)
  return JSON.stringify(problem.body)
}
