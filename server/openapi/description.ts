import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/**
 * What clients may know of a route. It is part of the route's `config`, so that the description and the check share one
 * schema. A text is one sentence without a full stop.
 */
export type Description = {
  summary: string
  /** The schemas that check the parts of a call. The names of `params` also come from the path. */
  params?: z.ZodType
  query?: z.ZodType
  /** The schema of the body, or its media type if it is not JSON. */
  body?: z.ZodType | 'text/csv'
  /** The schema of the answer if the call succeeds, or its media type if it is not JSON. */
  answer?: z.ZodType | 'application/pdf' | 'text/csv'
  /** The status of that answer. The default is 200. */
  status?: 201 | 202 | 302
  /** The schema of a refusal that is not a problem of the usual shape. */
  refusal?: z.ZodType
  /** True if anyone may call it, without the public key. */
  isOpen?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's description for `/openapi.json`, or `'refused'` if the route only refuses. */
    describes?: Description | 'refused'
  }
}

/** A described route. Its path is in Fastify's form, with `:name` for a parameter. */
export type Operation = Description & { method: string; path: string }

/**
 * Returns the described routes of a server. The list grows as plugins load, so it is complete once the server is ready.
 */
export function collectOperations(app: FastifyInstance): readonly Operation[] {
  const operations = new Map<string, Operation>()
  app.addHook('onRoute', ({ method, url, config }) => {
    const described = config?.describes
    if (!described || described === 'refused') return
    const path = url.replace(/(?<=.)\/$/, '')
    for (const one of [method].flat())
      if (one !== 'HEAD') operations.set(`${one} ${path}`, { ...described, method: one, path })
    found.splice(0, found.length, ...operations.values())
  })
  const found: Operation[] = []
  return found
}
