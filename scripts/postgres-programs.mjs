import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const OLDEST_VERSION = 15
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/** The folder with `initdb` and `postgres` of a PostgreSQL >= 15: POSTGRES_BIN, or PATH, or where Debian puts it. */
export function findPostgresPrograms() {
  const debian = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  return [
    process.env.POSTGRES_BIN ?? '',
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...debian
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(DEBIAN_FOLDER, version, 'bin')),
  ].find((folder) => folder !== '' && existsSync(path.join(folder, 'initdb')) && isRecent(folder))
}

function isRecent(folder) {
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/(\d+)\D/.exec(stdout ?? '')?.[1]) >= OLDEST_VERSION
}
