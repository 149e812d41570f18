import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Returns a comparison with the key that takes the same time for every candidate. */
export function createKeyCheck(key: string): (candidate: unknown) => boolean {
  const expected = digest(key)
  return (candidate) => typeof candidate === 'string' && timingSafeEqual(digest(candidate), expected)
}

/** Returns the bearer token of a request, or undefined if it has none. */
export const bearerOf = ({ headers }: FastifyRequest) => headers.authorization?.replace(/^Bearer +/i, '')
