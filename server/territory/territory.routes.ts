import type { FastifyPluginAsync } from 'fastify'
import type { Area, Territory } from '#protocol/territory.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { requireKey } from '../http/public-key.ts'
import { listAreas, tallySales } from './tallies.queries.ts'

/** Areas and their tallies, for phones that cannot load everything (decision 23). */
export function territoryRoutes(context: Pick<Context, 'config' | 'db'>): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', requireKey(context))
    app.get('/', async (): Promise<Territory> => {
      const areas = await listAreas(db)
      return { leads: sumOf(areas, 'leads'), sales: sumOf(areas, 'sales'), areas }
    })
    app.get('/sales', ({ query }) => {
      const { area } = query as { area?: string | string[] }
      return tallySales(db, area === undefined ? undefined : String(area))
    })
  }
}

const sumOf = (areas: readonly Area[], what: 'leads' | 'sales') =>
  areas.reduce((sum, area) => sum + area[what], 0)
