import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { openEmbedded } from './embedded/embedded.ts'
import type { Database } from './handle.ts'
import { openPostgres } from './postgres/postgres.ts'

/**
 * Opens the PostgreSQL of `databaseUrl`, or else the embedded database in `dataDir`.
 * Rejects with `StartRefused` when it is in use, out of reach or too old.
 */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Database> {
  return config.databaseUrl === undefined
    ? openEmbedded(config.dataDir)
    : openPostgres(config.databaseUrl, log)
}
