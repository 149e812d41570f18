import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { problemOf, sendProblem } from './problem.ts'

/** The paths that clients call, without the pages, the webhooks and what operators read. */
const SHARED = /^\/(?:(?:rest|functions|realtime)\/v1(?:[/?]|$)|openapi\.json(?:\?|$))/
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Two hours, the longest that browsers remember a permission. */
const MAX_AGE_SECONDS = '7200'

type OriginConfig = Pick<Config, 'corsOrigins' | 'publicUrl'>

/**
 * Lets pages of the origins in `CORS_ORIGINS` call the API and read its responses (docs/product 11.12). A call needs no
 * credentials of the browser, so it may carry any header, and its page may read all headers. The hook must run before
 * any hook that refuses a call, otherwise the page could not read the refusal.
 */
export function allowOrigins(app: FastifyInstance, { corsOrigins }: Pick<OriginConfig, 'corsOrigins'>): void {
  if (corsOrigins.length === 0) return
  app.addHook('onRequest', async ({ url, method, headers }, reply) => {
    const { origin } = headers
    if (!SHARED.test(url) || origin === undefined || !corsOrigins.includes(origin)) return
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', '*')
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return
    reply.header('access-control-allow-methods', METHODS).header('access-control-max-age', MAX_AGE_SECONDS)
    const asked = headers['access-control-request-headers']
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    await reply.code(204).send()
  })
  // A cache must not give one origin the response to another. Routes set `Vary` too, so it is completed at the end.
  app.addHook('onSend', async ({ url }, reply) => {
    if (SHARED.test(url)) reply.header('vary', [reply.getHeader('vary') ?? [], 'Origin'].flat().join(', '))
  })
}

/**
 * Returns a hook for `onRequest` that refuses a socket to a page of another origin, because browsers ask no permission
 * for sockets. Clients that are not pages send no origin.
 */
export function refuseOtherOrigins({ corsOrigins, publicUrl }: OriginConfig) {
  const allowed = [...corsOrigins, ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin])]

  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { origin, host = '' } = headers
    if (origin === undefined || allowed.includes(origin) || URL.parse(origin)?.host === host) return
    await sendProblem(reply, problemOf('other-origin'))
  }
}
