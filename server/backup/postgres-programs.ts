import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { type PostgresAddress, parsePostgresAddress } from '../db/postgres/postgres-address.ts'
import { postgresFolders } from './find-postgres-programs.mjs'
import { NotDone } from './not-done.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Name = 'pg_dump' | 'pg_restore' | 'psql'

/** PostgreSQL's own programs, set up for one database. */
export type PostgresPrograms = {
  /** Starts a program. If it fails, `ended` rejects with `NotDone` and the program's own reason. */
  start(name: Name, args: readonly string[]): { child: ChildProcessWithoutNullStreams; ended: Promise<void> }
}

const CONNECT_TIMEOUT_S = '5'

/**
 * Calls `work` with the programs for the database at `url`, on a server of this major version. Throws `NotDone` if no
 * installed programs are new enough.
 */
export async function withPostgresPrograms<Value>(
  { url, version, environment }: { url: string; version: number; environment: Environment },
  work: (programs: PostgresPrograms) => Promise<Value>,
): Promise<Value> {
  const folder = findPrograms(environment, version)
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'doorstep-tls-'))
  try {
    const env = { ...environment, LC_MESSAGES: 'C', ...connectionOf(url, path.join(temporary, 'ca.pem')) }
    return await work({ start: (name, args) => startProgram(path.join(folder, name), args, env) })
  } finally {
    fs.rmSync(temporary, { recursive: true })
  }
}

/**
 * Returns the folder of the programs whose version is closest to the server's. Older programs refuse a newer server.
 */
function findPrograms(environment: Environment, version: number): string {
  const found = postgresFolders(environment)
    .map((folder) => ({ folder, version: versionIn(folder) }))
    .filter((programs) => programs.version > 0)
  const fit = found.filter((programs) => programs.version >= version).sort((a, b) => a.version - b.version)[0]
  if (fit) return fit.folder
  const newest = Math.max(...found.map((programs) => programs.version))
  throw new NotDone(
    `${found.length === 0 ? 'There is no pg_dump here' : `The newest pg_dump here is ${newest}, and the database ${version}`}:` +
      ` install PostgreSQL's client programs (on Debian: postgresql-client-${version}), or set POSTGRES_BIN to their folder.`,
  )
}

function versionIn(folder: string): number {
  const { stdout } = spawnSync(path.join(folder, 'pg_dump'), ['--version'], { encoding: 'utf8' })
  return Number(/\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0)
}

/**
 * Returns the address for PostgreSQL's programs as environment variables, because any user of the machine can read
 * arguments.
 */
function connectionOf(url: string, caFile: string): Record<string, string> {
  const address = parsePostgresAddress(url)
  if (!address.ok) throw new NotDone(`DATABASE_URL ${address.failure.sentence}`)
  const { hosts, user, password, database, applicationName, ssl } = address.value
  const given = {
    PGHOST: hosts.map(({ host }) => host).join(','),
    PGPORT: hosts.map(({ port }) => port).join(','),
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: database,
    PGAPPNAME: applicationName,
    PGTARGETSESSIONATTRS: 'read-write',
    PGCONNECT_TIMEOUT: CONNECT_TIMEOUT_S,
    ...tlsOf(ssl, caFile),
  }
  return Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/**
 * Returns the TLS settings with which the server itself connects. Without a CA, it trusts the authorities that Node
 * knows.
 */
function tlsOf(ssl: PostgresAddress['ssl'], caFile: string): Record<string, string> {
  if (ssl === undefined) return {}
  if (ssl === false) return { PGSSLMODE: 'disable' }
  if (!ssl.rejectUnauthorized) return { PGSSLMODE: 'require' }
  fs.writeFileSync(caFile, String(ssl.ca ?? rootCertificates.join('\n')))
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT: caFile }
}

function startProgram(file: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(file, args, { env })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new NotDone(`${path.basename(file)} failed: ${reason}`))
    child.once('error', (error) => fail(error.message))
    child.once('close', (code, signal) =>
      code === 0 ? resolve() : fail(firstError(said) ?? `${signal ?? code}`),
    )
  })
  return { child, ended }
}

/**
 * Returns the first error, which causes the others. Leaves out the details, because they repeat the contents of rows.
 */
function firstError(said: string): string | undefined {
  return /error:\s*(.+)/i.exec(said)?.[1] ?? said.trim().split('\n')[0]
}
