import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { openEmbedded } from './embedded/embedded.ts'
import type { Listener } from './postgres/listener.ts'
import { openPostgres } from './postgres/postgres.ts'
import type { Db } from './schema.ts'

/** An open database of either kind. On both, the same query returns the same values (`result-types.ts`). */
export type Database = Readonly<{
  kind: 'embedded' | 'postgres'
  db: Db
  /** Brings the schema up to date and returns the names of the migrations that ran. */
  migrate(): Promise<string[]>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  /** Calls `heard` for what any process notifies on the channel; only where there can be other processes. */
  listen?(channel: string, heard: (payload: string) => void): Listener
  /** Resolves when the database can do nothing more in this process, with the reason; only of the embedded one. */
  gaveUp?: Promise<Error>
  close(): Promise<void>
}>

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
