import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/**
 * What clients may know of a route. It stands in the route's `config`, so that the description and the check share one
 * schema. Text is one sentence without a full stop.
 */
export type Description = {
  summary: string
  /** The schemas that check the parts of a call. The names of `params` are also read from the path. */
  params?: z.ZodType
  query?: z.ZodType
  /** Its schema, or its media type if it is not JSON. */
  body?: z.ZodType | 'text/csv'
  /** The answer if the call succeeds; its schema, or its media type if that is not JSON. */
  answer?: z.ZodType | 'application/pdf' | 'text/csv'
  /** The status of that answer; 200 unless it says otherwise. */
  status?: 201 | 202 | 302
  /** A refusal, if it has not the usual shape of a problem. */
  refusal?: z.ZodType
  /** True for what anyone may call, without the public key. */
  isOpen?: true
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For `/openapi.json`; `'refused'` if the route only refuses. */
    describes?: Description | 'refused'
  }
}

/** A described route; the path is in Fastify's form, with `:name` for a parameter. */
export type Operation = Description & { method: string; path: string }

/** Returns the described routes of a server. They are collected as plugins load, so the list is complete once it is ready. */
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
