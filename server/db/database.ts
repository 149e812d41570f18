import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from './handle.ts'

/**
 * Opens the PostgreSQL of `databaseUrl`, or else the embedded database in `dataDir`, and loads only the code of that one.
 * Rejects with `StartRefused` when it is in use, out of reach or too old.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Database> {
  if (config.databaseUrl === undefined)
    return (await import('./embedded/embedded.ts')).openEmbedded(config.dataDir)
  return (await import('./postgres/postgres.ts')).openPostgres(config.databaseUrl, log)
}
