import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from './handle.ts'

/**
 * Opens the PostgreSQL at `databaseUrl`, or without one the embedded database in `dataDir`. Loads only the code that it
 * needs. Rejects with `StartRefused` if the database is in use, cannot be reached or is too old.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Database> {
  if (config.databaseUrl === undefined)
    return (await import('./embedded/embedded.ts')).openEmbedded(config.dataDir)
  return (await import('./postgres/postgres.ts')).openPostgres(config.databaseUrl, log)
}
