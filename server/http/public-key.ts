import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from './problem.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns a comparison with the key that takes the same time for every candidate. */
export function createKeyCheck(key: string): (candidate: unknown) => boolean {
  const expected = digest(key)
  return (candidate) => typeof candidate === 'string' && timingSafeEqual(digest(candidate), expected)
}

/** Returns the bearer token of a request; undefined if it has none. */
export const bearerOf = ({ headers }: FastifyRequest) => headers.authorization?.replace(/^Bearer +/i, '')

/**
 * Returns a hook for `onRequest` that refuses calls without the public key in the header `apikey` or as a bearer
 * token. If `inQuery` is set, the parameter `apikey` counts too, for clients that cannot set headers.
 */
export function requireKey(
  { config }: { config: Readonly<{ publicKey: string }> },
  { inQuery = false } = {},
) {
  const isKey = createKeyCheck(config.publicKey)

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const parameter = inQuery ? (request.query as { apikey?: unknown }).apikey : undefined
    if ([request.headers.apikey, bearerOf(request), parameter].some(isKey)) return
    await sendProblem(reply.header('www-authenticate', 'Bearer'), problemOf('invalid-key'))
  }
}
