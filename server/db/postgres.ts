import type { FastifyBaseLogger } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartRefused } from '../start-refused.ts'
import type { Database } from './database.ts'
import { applyMigrations } from './migrate.ts'
import { PreparingClient } from './preparing-client.ts'
import { RESULT_PARSERS, SESSION_SETTINGS } from './result-types.ts'
import type { Schema } from './schema.ts'

const OLDEST_VERSION = 15
const STATEMENT_TIMEOUT_MS = 15_000
const MIGRATION_LOCK = 7_204_113

/**
 * Opens a pool of connections to the PostgreSQL at `url`. Rejects with `StartRefused` when it cannot be
 * reached or is older than 15; later failures reject the query that met them.
 */
export async function openPostgres(url: string, log: Pick<FastifyBaseLogger, 'error'>): Promise<Database> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    application_name: 'doorstep',
    connectionTimeoutMillis: 5_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    options: Object.entries(SESSION_SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser: (type, format) => RESULT_PARSERS[type] ?? pg.types.getTypeParser(type, format) },
  })
  // A pooled connection that breaks while idle is replaced by the next query; unheard, it would end the process.
  pool.on('error', (error) => log.error({ err: error }, 'An idle database connection broke'))
  await checkVersion(pool)
  return {
    kind: 'postgres',
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    migrate: () => migrate(pool),
    ping: async () => void (await pool.query('select 1')),
    close: () => pool.end(),
  }
}

async function checkVersion(pool: pg.Pool): Promise<void> {
  const refuse = async (reason: string) => {
    await pool.end()
    throw new StartRefused(reason)
  }
  const version = await pool
    .query<{ server_version: string }>('show server_version')
    .then(({ rows }) => rows[0]?.server_version ?? '')
    .catch((error: Error) => refuse(`The database of DATABASE_URL cannot be used: ${error.message}`))
  if (version && Number.parseInt(version, 10) < OLDEST_VERSION)
    await refuse(
      `The database of DATABASE_URL is PostgreSQL ${version}; ${OLDEST_VERSION} or newer is needed.`,
    )
}

/** On a connection of its own, which is closed at the end: that frees the lock that makes other processes wait. */
async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    return await applyMigrations({
      runScript: async (script) => void (await client.query(script)),
      readRows: async (query) => (await client.query(query)).rows,
    })
  } finally {
    client.release(true)
  }
}
