import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { findPostgresPrograms } from '../../scripts/postgres-programs.mjs'

const SETTINGS = ['listen_addresses=', 'max_connections=200']
/** Tests do not need what they write to survive a power cut. */
const WITHOUT_SYNC = ['fsync=off', 'full_page_writes=off']

// The shell outlives a test run that was killed: when its input ends it stops the server, and then clears up.
const KEEPER =
  'exec 3<&0; "$0" "$@" & server=$!; (read -r _ <&3; kill -QUIT $server) 2>&- & wait $server; rm -rf "$2"'

/**
 * Starts an empty PostgreSQL for tests, reached through a socket in a temporary folder. `url` is that of its
 * superuser. It is gone after `stop`, or when this process is. `durable` makes it sync its commits, as in real life.
 */
export async function startPostgresCluster({ durable = false } = {}): Promise<{
  url: string
  stop(): Promise<void>
}> {
  const programs = findPostgresPrograms()
  if (programs === undefined)
    throw new Error('No PostgreSQL 15 or newer found: install it, or set POSTGRES_BIN or TEST_DATABASE_URL.')

  const account = unprivilegedAccount()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-postgres-'))
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(folder, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }

  const initArgs = ['-D', folder, '-U', 'doorstep', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(path.join(programs, 'initdb'), initArgs, {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

  const server = [path.join(programs, 'postgres'), '-k', folder, '-D', folder]
  const chosen = durable ? SETTINGS : [...SETTINGS, ...WITHOUT_SYNC]
  const settings = chosen.flatMap((setting) => ['-c', setting])
  const keeper = spawn('/bin/sh', ['-c', KEEPER, ...server, ...settings], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await serverIsReady(keeper.stderr)
  keeper.stderr.resume()
  return {
    url: `postgresql://doorstep@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      const gone = once(keeper, 'exit')
      keeper.stdin.end()
      await gone
    },
  }
}

async function serverIsReady(log: Readable): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface(log)) {
    if (line.includes('ready to accept connections')) return
    lines.push(line)
  }
  throw new Error(`PostgreSQL does not start:\n${lines.join('\n')}`)
}

/** PostgreSQL refuses to run as root, so root lends it an account without rights. */
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
