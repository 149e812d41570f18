import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../context.ts'
import { findPendingMigrations } from '../db/migrate.ts'

/** `/healthz` says that the process lives, `/readyz` that it can serve: database in reach, migrations done. */
export function healthRoutes({ db, log }: Pick<Context, 'db' | 'log'>): FastifyPluginAsync {
  return async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }))

    app.get('/readyz', async (_request, reply) => {
      try {
        const pending = await findPendingMigrations(db)
        if (pending.length === 0) return { status: 'ready' }
        return reply.code(503).send({ status: 'unready', reason: 'The schema of the database is behind.' })
      } catch (error) {
        log.warn({ err: error }, 'The database does not answer')
        return reply.code(503).send({ status: 'unready', reason: 'The database does not answer.' })
      }
    })
  }
}
