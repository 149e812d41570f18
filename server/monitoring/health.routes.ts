import type { FastifyPluginAsync } from 'fastify'
import type { Context } from '../context.ts'
import { findPendingMigrations } from '../db/migrate.ts'

/** `/healthz` says that the process lives, `/readyz` that it can serve: database in reach, migrations done, not stopping. */
export function healthRoutes({
  db,
  log,
  stopping,
}: Pick<Context, 'db' | 'log' | 'stopping'>): FastifyPluginAsync {
  return async (app) => {
    app.get('/healthz', async () => ({ status: 'ok' }))

    app.get('/readyz', async (_request, reply) => {
      const reason = await findObstacle()
      return reason === undefined ? { status: 'ready' } : reply.code(503).send({ status: 'unready', reason })
    })
  }

  async function findObstacle(): Promise<string | undefined> {
    if (stopping.signal.aborted) return 'The server is stopping.'
    try {
      const pending = await findPendingMigrations(db)
      return pending.length === 0 ? undefined : 'The schema of the database is behind.'
    } catch (error) {
      log.warn({ err: error }, 'The database does not answer')
      return 'The database does not answer.'
    }
  }
}
