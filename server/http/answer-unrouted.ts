import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, sendProblem } from './problem.ts'

type NotFoundHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/**
 * Collects the routes that are registered from now on. Returns the answer to a call that none of them takes: 405 with
 * `Allow` if the address supports other methods, else 404.
 */
export function answerUnrouted(app: FastifyInstance): NotFoundHandler {
  const routes = new Map<string, { pattern: URLPattern; methods: Set<string> }>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    const pathname = withoutLastSlash(url)
    const route = routes.get(pathname) ?? { pattern: new URLPattern({ pathname }), methods: new Set() }
    for (const one of [method].flat()) route.methods.add(one)
    routes.set(pathname, route)
  })
  return ({ url, method }, reply) => {
    const pathname = withoutLastSlash(url.replace(/[?;#].*/s, ''))
    const route =
      routes.get(pathname) ?? [...routes.values()].find(({ pattern }) => pattern.test({ pathname }))
    if (!route || route.methods.has(method)) return sendProblem(reply, problemOf('not-found'))
    return sendProblem(reply.header('allow', [...route.methods].join(', ')), problemOf('method-not-allowed'))
  }
}

const withoutLastSlash = (path: string) => path.replace(/(?<=.)\/$/, '')
