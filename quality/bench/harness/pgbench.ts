import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgresPrograms } from '#server/backup/find-postgres-programs.mjs'

type Load = { connections: number; durationMs: number }

/**
 * Runs a script of statements with PostgreSQL's own load generator, each prepared once; answers how often a second all
 * of it was through. What the database gives when nobody stands before it.
 */
export async function runPgbench(
  databaseUrl: string,
  script: string,
  { connections, durationMs }: Load,
  variables: Record<string, string> = {},
): Promise<{ perSecond: number }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doorstep-pgbench-'))
  const file = path.join(folder, 'script.sql')
  writeFileSync(file, script)
  const given = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const seconds = Math.max(1, Math.round(durationMs / 1_000))
  const load = ['-c', String(connections), '-T', String(seconds), '-M', 'prepared', '--no-vacuum']
  const { stdout } = await promisify(execFile)(findPgbench(), [...load, ...given, '-f', file, databaseUrl])
  rmSync(folder, { recursive: true })
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench did not say how fast it was:\n${stdout}`)
  return { perSecond }
}

function findPgbench(): string {
  const program = path.join(findPostgresPrograms() ?? '', 'pgbench')
  if (!existsSync(program))
    throw new Error('There is no pgbench: install PostgreSQL with its client programs, or set POSTGRES_BIN.')
  return program
}
