import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { FastifyPluginAsync } from 'fastify'
import { MAP_PATH, TILE_TYPES } from '#protocol/map.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { problemOf, sendProblem } from '../http/problem.ts'
import type { StoredTile, TilePlace } from './tile-file.ts'

const MAX_ZOOM = 24
const FOR_EVER = 'public, max-age=31536000, immutable'
const UNPACK = { gzip: promisify(gunzip), br: promisify(brotliDecompress) }

/**
 * Returns the routes of the map and its tiles. They need no key, like the files of the web app, because a tile reveals
 * nothing about a lead or customer (docs/product 18.1).
 */
export function mapRoutes({ mapFile }: Pick<Context, 'mapFile'>): FastifyPluginAsync {
  return async (app) => {
    app.setErrorHandler(answerError)
    app.get(MAP_PATH, async (_request, reply) => {
      const { description } = await mapFile.current()
      return reply.header('cache-control', 'no-cache').send(description)
    })
    app.get(`${MAP_PATH}/:version/:z/:x/:y`, async (request, reply) => {
      const place = placeOf(request.params as Record<string, string>)
      const map = await mapFile.current()
      const { version } = request.params as { version: string }
      if (!place || !('read' in map) || map.description.version !== version)
        return sendProblem(reply, problemOf('not-found'))
      const tile = await map.read(place)
      reply.header('cache-control', FOR_EVER)
      if (!tile) return reply.code(204).send()
      const { bytes, encoding } = await asAccepted(tile, String(request.headers['accept-encoding'] ?? ''))
      if (tile.encoding !== 'identity') reply.header('vary', 'Accept-Encoding')
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.type(TILE_TYPES[map.description.format]).send(bytes)
    })
  }
}

/** Returns the place of a tile, or undefined if there is no such place. */
function placeOf({ z = '', x = '', y = '' }: Record<string, string>): TilePlace | undefined {
  if (![z, x, y].every((text) => /^\d{1,8}$/.test(text))) return undefined
  const place = { z: Number(z), x: Number(x), y: Number(y) }
  return place.z <= MAX_ZOOM && Math.max(place.x, place.y) < 2 ** place.z ? place : undefined
}

/** Unpacks a tile if the client does not accept its encoding. Browsers accept what a file has. */
async function asAccepted({ bytes, encoding }: StoredTile, accepted: string): Promise<StoredTile> {
  const isAccepted =
    encoding === 'identity' || new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  return isAccepted ? { bytes, encoding } : { bytes: await UNPACK[encoding](bytes), encoding: 'identity' }
}
