import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp } from './app.ts'
import { type Config, configFromEnv } from './config.ts'
import { type Context, createContext } from './context.ts'
import { findNewerMigrations } from './db/migrate.ts'
import { drain } from './drain.ts'
import type { readEnvironment } from './environment.ts'
import { isDatabaseAway, missingRights } from './http/database-problem.ts'
import { countAdmins } from './identity/people.queries.ts'
import { createLog } from './log.ts'
import { StartRefused } from './start-refused.ts'

const EXIT_BAD_SETTING = 78

/** Aborted once the process was asked to stop. */
let stopping: AbortSignal | undefined

/** Runs the server with these settings. Ends the process if a setting is wrong or the start is refused. */
export async function serve(environment: ReturnType<typeof readEnvironment>): Promise<void> {
  const decision = environment.ok ? configFromEnv(environment.value, process.argv.slice(2)) : environment
  if (!decision.ok) {
    process.stderr.write(`${decision.failure.sentence}\n`)
    process.exit(EXIT_BAD_SETTING)
  }
  const config = decision.value
  const log = createLog(config.logLevel)
  // If standard output is closed, the server must keep serving the phones.
  process.stdout.on('error', () => {})
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Unexpected error')
    process.exit(1)
  })
  try {
    const app = await start(config, log)
    process.stdout.write(`Doorstep is ready on ${addressOf(app, config)}\n`)
  } catch (error) {
    // A start that is interrupted fails, because its database closes. `drain` ends the process.
    if (stopping?.aborted) return
    const refusal = refusalOf(error, config)
    if (refusal === undefined) throw error
    process.stderr.write(`${refusal}\n`)
    process.exit(1)
  }
}

async function start(config: Config, log: FastifyBaseLogger): Promise<FastifyInstance> {
  // An interrupted creation of the database does no harm, and nothing else has begun yet.
  let stop: () => unknown = () => process.exit(0)
  onRequestToStop(() => stop())
  const context = await createContext(config, log)
  stopping = context.stopping.signal
  void context.database.gaveUp?.then((error) => endWithDatabase(error, log))
  const app = createApp(context)
  // The routes are made while the database opens.
  await Promise.all([app.after(), context.database.opened])
  stop = () => drain(app, context)
  await context.database.migrate()
  await warnOfNewerDatabase(context)
  await warnWithoutAdmin(context)
  await app.listen({ port: config.port, host: config.host })
  return app
}

/** No reason to refuse: during an upgrade, a process of the old version may have to restart. */
async function warnOfNewerDatabase({ db, log }: Context): Promise<void> {
  const migrations = await findNewerMigrations(db)
  if (migrations.length > 0)
    log.warn({ migrations }, 'The database was updated by a newer version of Doorstep')
}

/** No reason to refuse: if the database is embedded, the command that invites an admin needs the running server. */
async function warnWithoutAdmin({ config, db, log }: Context): Promise<void> {
  if (config.authMode === 'anonymous' || (await countAdmins(db)) > 0) return
  log.warn('No admin can sign in yet. Invite one: npx doorstep invite NAME --role=admin')
}

/** Ends the process, as PostgreSQL itself would do; the next start recovers the database. */
function endWithDatabase(error: Error, log: FastifyBaseLogger): void {
  log.fatal({ err: error }, 'The embedded database gave up, as it does when its disk is full or broken')
  process.exit(1)
}

/** Calls `stop` on a signal, or when the launcher that started this process is gone. */
function onRequestToStop(stop: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  if (process.channel) process.once('disconnect', stop)
}

function addressOf(app: FastifyInstance, { host }: Config): string {
  const { port } = app.server.address() as AddressInfo
  const isHere = ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host)
  return `http://${isHere ? 'localhost' : host}:${port}`
}

/** Returns the line to print if an operator can fix the error, or undefined if it is a bug of ours. */
function refusalOf(error: unknown, { host, port }: Config): string | undefined {
  if (error instanceof StartRefused) return error.message
  switch (error instanceof Error && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Stop what runs there, or set PORT to another one.`
    case 'EACCES':
      return `Port ${port} or the DATA_DIR folder cannot be used: ${(error as Error).message}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`
    default:
      return isDatabaseAway(error)
        ? 'The connection to the database (DATABASE_URL) was lost while Doorstep started. Start it again: nothing was left half done.'
        : missingRights(error)
  }
}
