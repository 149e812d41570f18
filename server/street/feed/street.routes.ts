import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { success } from '#domain/kernel/result.ts'
import { STREET_PARTS, STREET_PATH, type StreetPart } from '#protocol/street.ts'
import { readLife } from '../../changes/changes.queries.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { answerError } from '../../http/answer-error.ts'
import { compressLarge } from '../../http/compress-large.ts'
import { problemOf, sendProblem } from '../../http/problem.ts'
import { createSharedReads } from '../../http/shared-reads.ts'
import { admit } from '../../identity/admit.ts'
import { sha256Hex } from '../../sha256.ts'
import { STREET } from './description.ts'
import { PARTS } from './parts.ts'

type StreetQuery = { area?: string | string[]; parts?: string | string[] }

/** Returns the route of what a phone must know about the doors in its area (docs/product 15.6). */
export function streetRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  const share = createSharedReads<Feed>()
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', admit(context, 'read-leads'))
    app.get(STREET_PATH, { config: { describes: STREET } }, async (request, reply) => {
      const { area, parts } = request.query as StreetQuery
      if (area !== undefined && String(area).includes('\0'))
        return sendProblem(reply, problemOf('22P05', 'area'))
      const names = parts === undefined ? STREET_PARTS : String(parts).split(',').filter(isPart)
      const wanted = area === undefined ? undefined : String(area)
      const feed = await share(JSON.stringify([wanted ?? null, names]), (begins) => {
        begins()
        return readFeed(context.db, names, wanted)
      })
      return sendFeed(request, reply, feed)
    })
  }
}

const isPart = (name: string): name is StreetPart => STREET_PARTS.includes(name as StreetPart)

/** The answer as JSON, with its ETag. */
type Feed = { text: string; etag: string }

/** Reads one part after another, because other phones need connections too. */
async function readFeed(db: Db, names: readonly StreetPart[], area: string | undefined): Promise<Feed> {
  const feed: Record<string, unknown> = { life: await readLife(db) }
  for (const name of names) feed[name] = await PARTS[name](db, area)
  const text = JSON.stringify(feed)
  return { text, etag: `W/"${sha256Hex(text).slice(0, 32)}"` }
}

async function sendFeed({ headers }: FastifyRequest, reply: FastifyReply, { text, etag }: Feed) {
  reply.headers({ etag, 'cache-control': 'no-cache' }).type('application/json; charset=utf-8')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const packed = await compressLarge(success({ status: 200, headers: {}, text }), headers['accept-encoding'])
  return packed.ok
    ? reply.headers(packed.value.headers).send(packed.value.text)
    : sendProblem(reply, packed.failure)
}
