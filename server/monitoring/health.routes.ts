import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Database } from '../db/handle.ts'
import { findPendingMigrations } from '../db/migrate.ts'

type HealthContext = Readonly<{
  database: Pick<Database, 'db' | 'hasRoom'>
  log: FastifyBaseLogger
  stopping: AbortController
}>

/**
 * Returns the routes of the probes. `/healthz` answers while the process lives. `/readyz` answers 200 if the process
 * can serve: the database answers, all migrations are applied, its disk has room and the process is not stopping.
 * Otherwise it answers 503 with the reason.
 */
export function healthRoutes({ database, log, stopping }: HealthContext): FastifyPluginAsync {
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
      if (database.hasRoom?.() === false) return 'The disk of the database is full.'
      const pending = await findPendingMigrations(database.db)
      return pending.length === 0 ? undefined : 'The database schema is out of date.'
    } catch (error) {
      log.warn({ err: error }, 'The database does not answer')
      return 'The database does not answer.'
    }
  }
}
