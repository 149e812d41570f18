import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../db/schema.ts'
import { readCertificate } from './public-keys.ts'
import { listKeys } from './seal-keys.queries.ts'

/**
 * Returns the public route `GET /.well-known/jwks.json` with the public part of every key that ever sealed
 * (docs/product 14.2).
 */
export function jwksRoutes({ db }: { db: Db }): FastifyPluginAsync {
  return async (app) => {
    app.get('/.well-known/jwks.json', async (_request, reply) => {
      const keys = (await listKeys(db)).flatMap(({ kid, certificate }) => {
        const read = readCertificate(certificate)
        const x5c = [Buffer.from(certificate).toString('base64')]
        return read
          ? [{ ...read.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig', x5c }]
          : []
      })
      return reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .send({ keys })
    })
  }
}
