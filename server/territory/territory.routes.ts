import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'
import type { Area, SalesTally, Territory } from '#protocol/territory.ts'
import type { Context } from '../context.ts'
import { answerError } from '../http/answer-error.ts'
import { admit } from '../identity/admit.ts'
import { count, pounds } from '../openapi/answers.ts'
import type { Description } from '../openapi/description.ts'
import { listAreas, tallySales } from './tallies.queries.ts'

const AREA_QUERY = z.object({
  area: z
    .union([z.string(), z.array(z.string()).transform(String)])
    .optional()
    .meta({ description: 'Empty for rows without an area' }),
})

const TERRITORY: z.ZodType<Territory> = z.object({
  leads: count,
  sales: count,
  areas: z.array(z.object({ area: z.string(), leads: count, sales: count })),
})
const TALLIES: z.ZodType<SalesTally[]> = z.array(
  z.object({ status: z.enum(OPPORTUNITY_STATUSES), count, value: pounds }),
)
const territory = { summary: 'Count leads and sales by area', answer: TERRITORY } satisfies Description
const tallies = {
  summary: 'Count and add up the sales of one area, or of all',
  query: AREA_QUERY,
  answer: TALLIES,
} satisfies Description

/** Serves the areas and their tallies, for phones that cannot load everything (decision 23). */
export function territoryRoutes(context: Pick<Context, 'callers' | 'db'>): FastifyPluginAsync {
  const { db } = context
  return async (app) => {
    app.setErrorHandler(answerError)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onRequest', admit(context, 'read-leads'))
    app.get('/', { config: { describes: territory } }, async ({ caller }): Promise<Territory> => {
      const areas = await listAreas(db, caller)
      return { leads: sumOf(areas, 'leads'), sales: sumOf(areas, 'sales'), areas }
    })
    app.get('/sales', { config: { describes: tallies } }, ({ query, caller }) =>
      tallySales(db, caller, AREA_QUERY.parse(query).area),
    )
  }
}

const sumOf = (areas: readonly Area[], what: 'leads' | 'sales') =>
  areas.reduce((sum, area) => sum + area[what], 0)
