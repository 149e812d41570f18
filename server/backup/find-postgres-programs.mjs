import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const OLDEST_VERSION = 15
const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_dump']
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/**
 * Returns the folder with the programs of a PostgreSQL >= 15: POSTGRES_BIN, one in PATH, or the place where Debian puts
 * them. Ignores a folder that has only some of them.
 */
export function findPostgresPrograms() {
  return postgresFolders(process.env).find(
    (folder) => NEEDED.every((program) => existsSync(path.join(folder, program))) && isRecent(folder),
  )
}

/**
 * Returns the folders that can hold PostgreSQL's programs: only POSTGRES_BIN if it is set, otherwise PATH and the
 * places where Debian puts them.
 */
export function postgresFolders({ POSTGRES_BIN, PATH }) {
  if (POSTGRES_BIN) return [POSTGRES_BIN]
  const debian = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  return [
    ...(PATH ?? '').split(path.delimiter).filter((folder) => folder !== ''),
    ...debian
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(DEBIAN_FOLDER, version, 'bin')),
  ]
}

function isRecent(folder) {
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)\D/.exec(stdout ?? '')?.[1]) >= OLDEST_VERSION
}
