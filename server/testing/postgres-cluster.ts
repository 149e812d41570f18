import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { findPostgresPrograms } from '../backup/find-postgres-programs.mjs'
import { runOnServer } from './postgres-databases.ts'

const SETTINGS = ['listen_addresses=', 'max_connections=300']
/** Data of tests need not survive a power cut. */
const WITHOUT_SYNC = ['fsync=off', 'full_page_writes=off']

// The shell outlives a test run that was killed. When its input ends, it stops the server and removes the folder.
const KEEPER =
  'exec 3<&0; "$0" "$@" & server=$!; (read -r _ <&3; kill -QUIT $server) 2>&- & wait $server; rm -rf "$2"'

export type PostgresCluster = {
  /** The address with its superuser. */
  url: string
  /** The folder of its socket. */
  folder: string
  /** Ends the server as a power cut would, and removes its folder. */
  stop(): Promise<void>
}

/**
 * Starts an empty PostgreSQL for tests, with a socket in a temporary folder. It ends with `stop` or with this process.
 * `durable` syncs its commits, as in production; `settings` are `name=value`.
 */
export async function startPostgresCluster({
  durable = false,
  settings = [] as string[],
} = {}): Promise<PostgresCluster> {
  const programs = getPostgresPrograms()
  const { folder, options } = prepareFolder()
  const initArgs = ['-D', folder, '-U', 'doorstep', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  await runProgram(path.join(programs, 'initdb'), initArgs, options)
  return startIn(folder, [...SETTINGS, ...(durable ? [] : WITHOUT_SYNC), ...settings], options)
}

export type PostgresStandby = PostgresCluster & { promote(): Promise<void> }

/** Starts a standby of a cluster on this machine. `promote` makes it the primary. */
export async function startPostgresStandby(
  primary: PostgresCluster,
  { durable = false } = {},
): Promise<PostgresStandby> {
  const { folder, options } = prepareFolder()
  const source = ['-h', primary.folder, '-U', 'doorstep', '-D', folder, '--write-recovery-conf']
  const hasty = ['--checkpoint=fast', '--no-sync', '--wal-method=stream']
  await runProgram(path.join(getPostgresPrograms(), 'pg_basebackup'), [...source, ...hasty], options)
  fs.rmSync(path.join(folder, '.s.PGSQL.5432.lock'), { force: true })
  const standby = await startIn(folder, [...SETTINGS, ...(durable ? [] : WITHOUT_SYNC)], options)
  return { ...standby, promote: () => runOnServer(standby.url, 'select pg_promote()') }
}

type Options = { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }

function getPostgresPrograms(): string {
  const programs = findPostgresPrograms()
  if (programs === undefined)
    throw new Error('No PostgreSQL 15 or newer found: install it, or set POSTGRES_BIN or TEST_DATABASE_URL.')
  return programs
}

function prepareFolder(): { folder: string; options: Options } {
  const account = unprivilegedAccount()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-postgres-'))
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(folder, account.uid, account.gid)
  return { folder, options: { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } } }
}

/** Asynchronous, because the servers, the proxy and the phones of a storm may run in this process. */
const runProgram = promisify(execFile)

async function startIn(folder: string, settings: string[], options: Options): Promise<PostgresCluster> {
  const server = [path.join(getPostgresPrograms(), 'postgres'), '-k', folder, '-D', folder]
  const args = settings.flatMap((setting) => ['-c', setting])
  const keeper = spawn('/bin/sh', ['-c', KEEPER, ...server, ...args], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const gone = once(keeper, 'exit')
  await serverIsReady(keeper.stderr)
  keeper.stderr.resume()
  return {
    url: `postgresql://doorstep@localhost/postgres?host=${encodeURIComponent(folder)}`,
    folder,
    stop: async () => {
      keeper.stdin.end()
      await gone
    },
  }
}

async function serverIsReady(log: Readable): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface(log)) {
    if (/ready to accept (read-only )?connections/.test(line)) return
    lines.push(line)
  }
  throw new Error(`PostgreSQL does not start:\n${lines.join('\n')}`)
}

/** PostgreSQL refuses to run as root, so tests that run as root use an unprivileged account. */
function unprivilegedAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (kind: '-u' | '-g', user: string) =>
    Number(execFileSync('id', [kind, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') }
  } catch {
    return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') }
  }
}
