import type { FastifyPluginAsync } from 'fastify'
import type { Db } from '../../db/schema.ts'
import { listDays } from './days.queries.ts'

/** Returns the public route `GET /.well-known/doorstep/days` with the signed root of every day (docs/product 14.5). */
export function daysRoutes({ db }: { db: Db }): FastifyPluginAsync {
  return async (app) => {
    app.get('/.well-known/doorstep/days', async (_request, reply) => {
      const days = await listDays(db)
      return reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'no-cache')
        .send({ days })
    })
  }
}
