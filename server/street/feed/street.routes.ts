import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { success } from '#domain/kernel/result.ts'
import { STREET_PARTS, STREET_PATH, type StreetPart } from '#protocol/street.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { answerError } from '../../http/answer-error.ts'
import { compressLarge } from '../../http/compress-large.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { requireKey } from '../../http/public-key.ts'
import type { Description } from '../../openapi/description.ts'
import { sha256Hex } from '../../sha256.ts'
import { PARTS } from './parts.ts'

type StreetQuery = { area?: string | string[]; parts?: string | string[] }

const street: Description = { summary: 'Read what phones must know of the doors in an area' }

/** What a phone must know of the doors in its area (docs/product 15.6). */
export function streetRoutes(context: Pick<Context, 'config' | 'db'>): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', requireKey(context))
    app.get(STREET_PATH, { config: { describes: street } }, async (request, reply) => {
      const { area, parts } = request.query as StreetQuery
      if (area !== undefined && String(area).includes('\0'))
        return sendProblem(reply, problemOf('22P05', 'area'))
      const names = parts === undefined ? STREET_PARTS : String(parts).split(',').filter(isPart)
      const feed = await readParts(context.db, names, area === undefined ? undefined : String(area))
      return sendFeed(request, reply, JSON.stringify(feed))
    })
  }
}

const isPart = (name: string): name is StreetPart => STREET_PARTS.includes(name as StreetPart)

/** One after another: other phones need connections too. */
async function readParts(db: Db, names: readonly StreetPart[], area: string | undefined) {
  const feed: Record<string, unknown> = {}
  for (const name of names) feed[name] = await PARTS[name](db, area)
  return feed
}

async function sendFeed({ headers }: FastifyRequest, reply: FastifyReply, text: string) {
  const etag = `W/"${sha256Hex(text).slice(0, 32)}"`
  reply.headers({ etag, 'cache-control': 'no-cache' }).type('application/json; charset=utf-8')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const packed = await compressLarge(success({ status: 200, headers: {}, text }), headers['accept-encoding'])
  return packed.ok
    ? reply.headers(packed.value.headers).send(packed.value.text)
    : sendProblem(reply, packed.failure)
}
