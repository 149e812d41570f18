import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { problemOf, sendProblem } from './problem.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * A hook for `onRequest` that lets only calls with the public key pass, in the header `apikey` or as a bearer
 * token; `inQuery` also takes it as the query parameter `apikey`, for clients that cannot set headers.
 */
export function requireKey(
  context: { config: Pick<Context['config'], 'publicKey'> },
  { inQuery = false } = {},
) {
  const expected = digest(context.config.publicKey)
  const isKey = (candidate: unknown) =>
    typeof candidate === 'string' && timingSafeEqual(digest(candidate), expected)

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { apikey, authorization } = request.headers
    const bearer = authorization?.replace(/^Bearer +/i, '')
    const parameter = inQuery ? (request.query as { apikey?: unknown }).apikey : undefined
    if ([apikey, bearer, parameter].some(isKey)) return
    await sendProblem(reply.header('www-authenticate', 'Bearer'), problemOf('invalid-key'))
  }
}
