import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { StartRefused } from '../start-refused.ts'
import type { Db } from './schema.ts'

/** One connection that takes whole scripts, which the query layer does not. */
type Session = {
  runScript(script: string): Promise<void>
  readRows<Row extends object>(query: string): Promise<Row[]>
}
type Migration = { name: string; script: string; sha256: string }
type Applied = Pick<Migration, 'name' | 'sha256'>

const FOLDER = path.join(import.meta.dirname, 'migrations')
const FILE_NAME = /^\d{4}-[a-z-]+\.sql$/
const APPLIED = 'select name, sha256 from schema_migrations'

/**
 * Runs the numbered SQL files that this database has not seen, in order, each in one transaction, and returns
 * their names. Only forward: rejects with `StartRefused` when a file was edited after it ran. The caller sees
 * to it that no other process migrates meanwhile.
 */
export async function applyMigrations(session: Session, folder = FOLDER): Promise<string[]> {
  await session.runScript(`create table if not exists schema_migrations
    (name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`)
  const pending = pendingOf(await readMigrations(folder), await session.readRows<Applied>(APPLIED))
  for (const { name, script, sha256 } of pending) {
    try {
      await session.runScript(`begin; ${script}
;
        insert into schema_migrations (name, sha256) values ('${name}', '${sha256}'); commit`)
    } catch (error) {
      await session.runScript('rollback')
      throw new Error(`The migration ${name} failed`, { cause: error })
    }
  }
  return pending.map(({ name }) => name)
}

/** The names of the migrations that this database still lacks. Rejects when none ever ran. */
export async function findPendingMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql.raw<Applied>(APPLIED).execute(db)
  return pendingOf(await readMigrations(FOLDER), rows).map(({ name }) => name)
}

/** The names of the migrations that ran on this database and that this Doorstep does not have: a newer one ran them. */
export async function findNewerMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql.raw<Applied>(APPLIED).execute(db)
  const known = (await readMigrations(FOLDER)).map(({ name }) => name)
  return rows.map(({ name }) => name).filter((name) => !known.includes(name))
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(path.join(folder, name), 'utf8')
      return { name, script, sha256: createHash('sha256').update(script).digest('hex') }
    }),
  )
}

function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const sums = new Map(applied.map(({ name, sha256 }) => [name, sha256]))
  const edited = migrations.find(({ name, sha256 }) => sums.has(name) && sums.get(name) !== sha256)
  if (edited)
    throw new StartRefused(
      `The migration ${edited.name} was edited after it ran on this database. Restore it, and put the change in a new file.`,
    )
  return migrations.filter(({ name }) => !sums.has(name))
}
