import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from './problem.ts'

type NotFoundHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Collects the routes that are registered from now on. Returns the answer to a call that none of them takes: 405 with
 * `Allow` if the address supports other methods, else 404.
 */
export function answerUnrouted(app: FastifyInstance): NotFoundHandler {
  /** The methods of each path. */
  const routes = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    const path = withoutLastSlash(url)
    const methods = routes.get(path) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    routes.set(path, methods)
  })
  /** Compiled once they are needed, as a start should not wait for it. */
  let patterns: [pattern: URLPattern, methods: Set<string>][] | undefined
  const methodsAt = (pathname: string) => {
    patterns ??= [...routes].map(([path, methods]) => [new URLPattern({ pathname: path }), methods])
    return patterns.find(([pattern]) => pattern.test({ pathname }))?.[1]
  }
  return ({ url, method }, reply) => {
    const path = withoutLastSlash(url.replace(/[?;#].*/s, ''))
    const methods = routes.get(path) ?? methodsAt(path)
    if (!methods || methods.has(method)) return sendProblem(reply, problemOf('not-found'))
    return sendProblem(reply.header('allow', [...methods].join(', ')), problemOf('method-not-allowed'))
  }
}

const withoutLastSlash = (path: string) => path.replace(/(?<=.)\/$/, '')
