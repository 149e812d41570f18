import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from './problem.ts'

type NotFoundHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Collects the routes that are registered from now on. Returns the handler of calls that no route takes: 405 with
 * `Allow` if the address supports other methods, otherwise 404.
 */
export function answerUnrouted(app: FastifyInstance): NotFoundHandler {
  const routes: { path: RegExp; methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.includes('*')) routes.push({ path: patternOf(url), methods: [method].flat() })
  })
  return ({ url, method }, reply) => {
    const path = decodeURI(url.replace(/\?.*/s, ''))
    const found = routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods)
    if (found.length === 0 || found.includes(method)) return sendProblem(reply, problemOf('not-found'))
    const allowed = [...new Set(found)].join(', ')
    return sendProblem(reply.header('allow', allowed), problemOf('method-not-allowed'))
  }
}

/** Fastify's own router matches an address only for one method at a time, and offers no way to ask it. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split(/(:\w+)/)
  return new RegExp(
    `^${parts.map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w/]/g, '\\$&'))).join('')}/?$`,
  )
}
