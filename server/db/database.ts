import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database, OpeningDatabase } from './handle.ts'

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>
type Log = Pick<FastifyBaseLogger, 'error'>

/**
 * Opens the PostgreSQL at `databaseUrl`, or without one the embedded database in `dataDir`. Loads only the code that it
 * needs. Rejects with `StartRefused` if the database is in use, cannot be reached, is damaged or is too old.
 */
export async function openDatabase(where: Where, log: Log): Promise<Database> {
  const database = await beginDatabase(where, log)
  await database.opened
  return database
}

/** Begins to open the database of `openDatabase`. The embedded one takes a while, but the server can prepare meanwhile. */
export async function beginDatabase({ databaseUrl, dataDir }: Where, log: Log): Promise<OpeningDatabase> {
  if (databaseUrl === undefined) return (await import('./embedded/embedded.ts')).beginEmbedded(dataDir)
  const database = await (await import('./postgres/postgres.ts')).openPostgres(databaseUrl, log)
  return { ...database, opened: Promise.resolve() }
}
