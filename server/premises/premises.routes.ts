import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { postcodeIn } from '#domain/premises/postcode.ts'
import { verdictOn } from '#domain/premises/verdict.ts'
import { findInSlice } from '#protocol/find-in-slice.ts'
import type { VerdictAnswer } from '#protocol/premises.ts'
import { decodeSlice } from '#protocol/premises-slice.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { acceptsGzip, compress } from '../http/compress-large.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import { admit } from '../identity/admit.ts'
import { PREMISES_ROUTES } from './descriptions.ts'
import { readAreaSlice, readHouseholdSlice } from './read-slice.ts'

const UPRN = /^\d{1,12}$/

/**
 * Returns the routes by which phones read premises data: the packed premises of an area, or the verdict on one
 * household (docs/product 20).
 */
export function premisesRoutes(context: Pick<Context, 'callers' | 'config' | 'db'>): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', admit(context, 'read-leads'))

    app.get('/slice', { config: { describes: PREMISES_ROUTES.slice } }, async (request, reply) => {
      // A proxy that compresses makes an ETag weak.
      const known = request.headers['if-none-match']?.replace(/^W\//, '')
      const slice = await readAreaSlice(context, textIn(request, 'area'), known)
      reply.header('cache-control', 'no-cache')
      if (!slice) return reply.code(204).send()
      reply.header('etag', slice.etag)
      if (!slice.bytes) return reply.code(304).send()
      reply.type('application/octet-stream').header('vary', 'Accept-Encoding')
      if (!acceptsGzip(request.headers['accept-encoding'])) return Buffer.from(slice.bytes)
      return reply.header('content-encoding', 'gzip').send(await compress(slice.bytes))
    })

    app.get('/verdict', { config: { describes: PREMISES_ROUTES.verdict } }, async (request, reply) => {
      const [uprn, text] = [textIn(request, 'uprn'), textIn(request, 'postcode')]
      if (uprn !== undefined && !UPRN.test(uprn)) return sendProblem(reply, problemOf('22P02', 'uprn'))
      const postcode = postcodeIn(text ?? '')
      if (text !== undefined && !postcode) return sendProblem(reply, problemOf('22P02', 'postcode'))
      reply.header('cache-control', 'no-store')
      const asked = { uprn, postcode }
      const bytes = await readHouseholdSlice(context, asked)
      const slice = bytes && decodeSlice(bytes)
      const found = slice && findInSlice(slice, asked)
      const verdict = found ? verdictOn(asked, found, new Date().toISOString()) : null
      return { verdict } satisfies VerdictAnswer
    })
  }
}

/** Returns the first value of a parameter of the query. */
function textIn({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Record<string, string | string[] | undefined>)[name]
  return Array.isArray(value) ? value[0] : value
}
