import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartRefused } from '../../start-refused.ts'
import { type Database, MAX_SEARCHES, STATEMENT_TIMEOUT_MS } from '../handle.ts'
import { migrateSchema, type Session } from '../migrate.ts'
import { RESULT_PARSERS } from '../result-types.ts'
import type { Schema } from '../schema.ts'
import { startListener } from './listener.ts'
import { openPostgresLoader } from './loader.ts'
import { type PostgresAddress, parsePostgresAddress } from './postgres-address.ts'
import { createPrimary, PrimaryClient, primaryClient } from './primary.ts'

const OLDEST_VERSION = 15
/** A live database cancels the statement before this timeout. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000
/** The time that a connection is idle before TCP checks whether the other end is still there. */
const KEEP_ALIVE_MS = 3_000
/** The advisory lock under which the schema changes. */
export const MIGRATION_LOCK = 7_204_113
/** The time that a migration waits for a table in use. Later statements queue behind it, so it then lets them pass. */
const MIGRATION_LOCK_TIMEOUT_MS = 1_000
const MIGRATION_PAUSE_MS = 2_000
const MIGRATION_TRIES = 200
/** The codes of a lock timeout and of a deadlock. */
const TABLE_IS_HELD = ['55P03', '40P01']

/** A session that is not shared is notified within milliseconds. The timeout allows for a busy server. */
const NOTIFICATION_TIMEOUT_MS = 5_000
const START_CHANNEL = 'doorstep_start'
/** Turns synchronous commits off, so that this works even if no standby confirms a commit. */
const NOTIFY_OF_START = `select set_config('synchronous_commit', 'off', true), pg_notify('${START_CHANNEL}', '')`

/** A search for the primary waits half of this for each host that does not answer. */
const CONNECT_TIMEOUT_MS = 5_000

/** The max connections of a process, besides those for searches, the migration and the notifications. */
const MAX_CONNECTIONS = 10
/** A third of a phone's timeout. It is set on the connection, so that a search needs no extra round trip. */
const SEARCH_TIMEOUT_MS = 5_000

/** A database with the server process of the session that the check at the start used. A pooler may keep it open. */
export type PostgresDatabase = Database & Readonly<{ checkedOn: number }>

/**
 * Opens a pool of connections to the PostgreSQL at `url`. If `url` names several hosts, the pool uses the one that
 * takes writes, and after a failover its successor. Rejects with `StartRefused` if no host can be reached, the server
 * is older than 15, or a pooler shares its sessions. A later failure rejects only the query that it affects.
 */
export async function openPostgres(
  url: string,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<PostgresDatabase> {
  const address = parsePostgresAddress(url)
  if (!address.ok) throw new StartRefused(`DATABASE_URL ${address.failure.sentence}`)
  const { hosts } = address.value
  const connection = connectionOf(address.value)
  const primary = createPrimary(hosts, { ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS / 2 })
  const openPool = (Client: typeof pg.Client, max: number) => {
    const pool = new pg.Pool({ ...connection, max, Client })
    // The next query replaces a pooled connection that breaks while idle.
    pool.on('error', (error) => log.error({ err: error }, 'An idle database connection broke'))
    return pool
  }
  const pool = openPool(primaryClient(primary), MAX_CONNECTIONS)
  const searchPool = openPool(primaryClient(primary, SEARCH_TIMEOUT_MS), MAX_SEARCHES)
  const checkedOn = await checkServer(pool, new PrimaryClient(primary, connection))
  return {
    kind: 'postgres',
    checkedOn,
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    searchDb: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: searchPool }) }),
    migrate: () => migrate(new PrimaryClient(primary, { ...connection, query_timeout: 0 })),
    openLoader: () => openPostgresLoader(new PrimaryClient(primary, { ...connection, query_timeout: 0 })),
    ping: async () => void (await pool.query('select 1')),
    listen: (channel, onNotified) =>
      startListener(() => new PrimaryClient(primary, connection), channel, onNotified),
    close: async () => void (await Promise.all([pool.end(), searchPool.end()])),
  }
}

const connectionOf = ({
  user,
  password,
  database,
  applicationName,
  ssl,
}: PostgresAddress): pg.ClientConfig => ({
  ...Object.fromEntries(
    Object.entries({ user, password, database, ssl }).filter(([, value]) => value !== undefined),
  ),
  application_name: applicationName,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: ANSWER_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  types: { getTypeParser: (type, format) => RESULT_PARSERS[type] ?? pg.types.getTypeParser(type, format) },
})

/**
 * Checks the server and returns the server process of `another`. The pool's connection stays open meanwhile, so the two
 * must be on different processes unless a pooler shares a session between them.
 */
async function checkServer(pool: pg.Pool, another: pg.Client): Promise<number> {
  try {
    // Connecting both at once makes a start shorter.
    await Promise.all([pool.query('select'), another.connect()])
    const { version, process } = await askServer(pool)
    if (Number.parseInt(version, 10) < OLDEST_VERSION)
      throw new StartRefused(
        `The database of DATABASE_URL is PostgreSQL ${version}; ${OLDEST_VERSION} or newer is needed.`,
      )
    const { process: checkedOn } = await askServer(another)
    if (checkedOn !== process && (await isNotifiedWhileIdle(another, pool))) return checkedOn
    throw new StartRefused(
      'The pooler of DATABASE_URL shares a session among connections: let it give each its own (PgBouncer: pool_mode = session).',
    )
  } catch (error) {
    await pool.end()
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`The database of DATABASE_URL cannot be used: ${(error as Error).message}`)
  } finally {
    await another.end()
  }
}

/**
 * Returns true if a notification reaches an idle connection. A pooler that lends sessions takes this one back after its
 * last answer, so the notification is lost, however many poolers there are. (A pooler that listens for its clients goes
 * undetected.)
 */
async function isNotifiedWhileIdle(idle: pg.Client, pool: pg.Pool): Promise<boolean> {
  const notified = new Promise<boolean>((resolve) => idle.once('notification', () => resolve(true)))
  await idle.query(`listen ${START_CHANNEL}`)
  await pool.query(NOTIFY_OF_START)
  return Promise.race([notified, pause(NOTIFICATION_TIMEOUT_MS, false, { ref: false })])
}

type Server = { version: string; process: number }
async function askServer(connection: Pick<pg.Pool, 'query'>): Promise<Server> {
  const { rows } = await connection.query<Server>(
    `select current_setting('server_version') as version, pg_backend_pid() as process`,
  )
  return rows[0] as Server
}

/**
 * Migrates on its own connection. Closing that frees the lock for which other processes wait. Older processes may be
 * serving sales meanwhile.
 */
export async function migrate(
  client: pg.Client,
  run: (session: Session) => Promise<string[]> = migrateSchema,
): Promise<string[]> {
  try {
    await client.connect()
    await client.query('set statement_timeout = 0')
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await client.query(`set lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`)
    return await run({
      runScript: (script) => runBetweenOthers(client, script),
      readRows: async (query) => (await client.query(query)).rows,
    })
  } finally {
    await client.end()
  }
}

/** Runs a script as soon as the tables it needs are free, without holding up other statements for long. */
async function runBetweenOthers(client: pg.Client, script: string): Promise<void> {
  for (let triesLeft = MIGRATION_TRIES; ; triesLeft--) {
    try {
      await client.query(script)
      return
    } catch (error) {
      const isHeld = TABLE_IS_HELD.includes((error as { code?: string }).code ?? '')
      if (!isHeld || triesLeft === 0) throw error
      await client.query('rollback')
      await pause(MIGRATION_PAUSE_MS)
    }
  }
}
