import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { StartRefused } from '../start-refused.ts'
import { isRepeatable, REPEATABLE, readRepeatable } from './repeatable.ts'
import type { Db } from './schema.ts'

/** One connection that runs whole scripts, which the query builder cannot. */
export type Session = {
  runScript(script: string): Promise<void>
  readRows<Row extends object>(query: string): Promise<Row[]>
}
type Migration = { name: string; script: string; sha256: string }
type Applied = Pick<Migration, 'name' | 'sha256'>

/** The files are numbered in the order in which they run. There never was a 0013. */
const FOLDER = path.join(import.meta.dirname, 'migrations')
const FILE_NAME = /^\d{4}-[a-z-]+\.sql$/
const APPLIED = 'select name, sha256 from schema_migrations'

/**
 * Brings the schema up to date: runs the numbered files that this database has not seen, in order, and then the
 * repeatable ones if their revision is new. Returns the names of what ran. Rejects with `StartRefused` if a file was
 * edited after it ran. No other process may migrate meanwhile.
 */
export async function migrateSchema(session: Session): Promise<string[]> {
  return apply(session, await readSchema())
}

/** Runs only the numbered files of a folder. */
export async function applyMigrations(session: Session, folder: string): Promise<string[]> {
  return apply(session, await readMigrations(folder))
}

/** Returns the names of the migrations that have not run on this database. Rejects if none has ever run. */
export async function findPendingMigrations(db: Db): Promise<string[]> {
  return pendingOf(await readSchema(), await readApplied(db)).map(({ name }) => name)
}

/** Returns the names of the migrations that a newer version of Doorstep ran on this database. */
export async function findNewerMigrations(db: Db): Promise<string[]> {
  const known = await namesIn(FOLDER)
  const isNewer = (name: string) => (isRepeatable(name) ? name > REPEATABLE : !known.includes(name))
  return (await readApplied(db)).map(({ name }) => name).filter(isNewer)
}

async function apply(session: Session, schema: Migration[]): Promise<string[]> {
  await session.runScript(`create table if not exists schema_migrations
    (name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`)
  const pending = pendingOf(schema, await session.readRows<Applied>(APPLIED))
  for (const together of inTransactions(pending)) await runInTransaction(session, together)
  return pending.map(({ name }) => name)
}

/**
 * Groups migrations into transactions: one each, but the repeatable files join the last migration, so that no write
 * meets a new table with old functions.
 */
function inTransactions(pending: Migration[]): Migration[][] {
  const last = pending.at(-1)
  const withPrevious = last && isRepeatable(last.name) ? 2 : 1
  const single = pending.slice(0, -withPrevious).map((migration) => [migration])
  return [...single, pending.slice(-withPrevious)].filter(({ length }) => length > 0)
}

async function runInTransaction(session: Session, migrations: Migration[]): Promise<void> {
  const scripts = migrations.map(
    ({ name, script, sha256 }) => `${script}
;
      insert into schema_migrations (name, sha256) values ('${name}', '${sha256}');`,
  )
  try {
    await session.runScript(`begin; ${scripts.join('\n')} commit`)
  } catch (error) {
    await session.runScript('rollback')
    const names = migrations.map(({ name }) => name).join(' with ')
    throw new Error(`The migration ${names} failed`, { cause: error })
  }
}

async function readApplied(db: Db): Promise<Applied[]> {
  const { rows } = await sql.raw<Applied>(APPLIED).execute(db)
  return rows
}

async function readSchema(): Promise<Migration[]> {
  const [migrations, script] = await Promise.all([readMigrations(FOLDER), readRepeatable()])
  return [...migrations, withHash({ name: REPEATABLE, script })]
}

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await namesIn(folder)
  return Promise.all(
    names.map(async (name) => withHash({ name, script: await readFile(path.join(folder, name), 'utf8') })),
  )
}

const withHash = (file: Omit<Migration, 'sha256'>): Migration => ({
  ...file,
  sha256: createHash('sha256').update(file.script).digest('hex'),
})

function pendingOf(schema: Migration[], applied: Applied[]): Migration[] {
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]))
  const edited = schema.find(({ name, sha256 }) => hashes.has(name) && hashes.get(name) !== sha256)
  if (edited) throw new StartRefused(refusalOf(edited.name))
  const newestRepeatable = [...hashes.keys()].filter(isRepeatable).sort().at(-1) ?? ''
  return schema.filter(({ name }) => (isRepeatable(name) ? name > newestRepeatable : !hashes.has(name)))
}

const refusalOf = (name: string) =>
  isRepeatable(name)
    ? `The functions, triggers or comments were edited after ${name} ran on this database. Raise their revision.`
    : `The migration ${name} was edited after it ran on this database. Restore it, and put the change in a new file.`
