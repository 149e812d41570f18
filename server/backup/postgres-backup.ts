import { once } from 'node:events'
import os from 'node:os'
import { Transform } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { MIGRATION_LOCK, openPostgres } from '../db/postgres/postgres.ts'
import type { Db } from '../db/schema.ts'
import { expectBackupOf, makeBackupFile } from './backup-file.ts'
import {
  BEGIN_NEW_LIFE,
  COUNT_CONTENTS,
  type Contents,
  contentsIn,
  expectDoorstep,
  refuseToTakeAway,
} from './contents.queries.ts'
import { NotDone } from './not-done.ts'
import { type PostgresPrograms, withPostgresPrograms } from './postgres-programs.ts'
import { expectUnbrokenSeal, sealFile } from './seal.ts'

type Source = {
  url: string
  environment: Readonly<Record<string, string | undefined>>
  log: Pick<FastifyBaseLogger, 'error'>
  /** Reports each step, because one can take long. */
  say: (step: string) => void
}

/** Everything else in a database, such as extensions, is neither backed up nor replaced. */
const OURS = ['--schema=public', '--schema=sandbox_crm']
const DRY_RUN = `--file=${os.devNull}`
const STOP_AT_ONCE = [
  '--no-psqlrc',
  '--quiet',
  '--set=ON_ERROR_STOP=1',
  '--set=VERBOSITY=terse',
  `--output=${os.devNull}`,
]

/**
 * Other sessions can delay this, but only until the lock timeout. The backup does not contain the extension that
 * searches use (migration 0016), so this creates it if the role may.
 */
const MAKE_ROOM = `begin;
  set local statement_timeout = 0;
  set local lock_timeout = '15s';
  set local client_min_messages = error;
  do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$;
  drop schema if exists sandbox_crm cascade;
  create schema sandbox_crm;
  do $$
  begin
    execute (
      select coalesce(string_agg(command, ';'), 'select') from (
        select format('drop table if exists %s cascade', oid::regclass) as command from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
        union all
        select format('drop function if exists %s cascade', oid::regprocedure) from pg_proc
        where pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')) as ours);
  end $$;
`
/** Makes psql print the contents of the database: `Contents` as JSON in one line. */
const PRINT_CONTENTS = `select to_json(counted) as contents from (${COUNT_CONTENTS}) as counted \\gset
\\echo :contents
`
const FINISH = `${BEGIN_NEW_LIFE}
  commit;
`
const WITHOUT_LIMIT = 'set statement_timeout = 0;'
const ANALYZE = [`--command=${WITHOUT_LIMIT}`, '--command=analyze']

/**
 * Backs up a PostgreSQL while it is in use, as it is at one moment. Throws `NotDone`. Does not use our own session
 * after pg_dump, because it may be ended while pg_dump works.
 */
export function backUpPostgres(source: Source, file: string): Promise<Contents> {
  return withPostgres(source, async (db, programs) => {
    await expectDoorstep(db)
    const contents = await countByPsql(programs)
    await makeBackupFile(file, async (unfinished) => {
      await programs.start('pg_dump', ['--format=custom', ...OURS, `--file=${unfinished}`]).ended
      source.say('Reading it once more ...')
      await readThrough(programs, unfinished)
      await sealFile(unfinished)
    })
    return contents
  })
}

/**
 * Replaces the contents of a PostgreSQL with a backup, in one transaction. Keeps a database that is in use, and one
 * that holds rows unless `replace`. Throws `NotDone`, but never after the commit.
 */
export async function restorePostgres(source: Source, file: string, replace: boolean): Promise<Contents> {
  expectBackupOf('postgres', file)
  return withPostgres(source, async (db, programs, checkedOn) => {
    // A Doorstep that starts now waits for this lock before it migrates.
    await sql`select pg_advisory_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db)
    await refuseWhileUsed(db, checkedOn)
    await refuseToTakeAway(db, replace)
    source.say('Reading all of it first ...')
    await expectUnbrokenSeal(file)
    await readThrough(programs, file)
    source.say('Replaying it in one transaction ...')
    const contents = await replay(programs, file)
    await programs
      .start('psql', [...STOP_AT_ONCE, ...ANALYZE])
      .ended.catch(({ message }: Error) => source.say(`PostgreSQL will analyze it by itself: ${message}`))
    return contents
  })
}

async function withPostgres<Value>(
  { url, environment, log }: Source,
  work: (db: Db, programs: PostgresPrograms, checkedOn: number) => Promise<Value>,
): Promise<Value> {
  const database = await openPostgres(url, log)
  try {
    return await database.db.connection().execute(async (db) => {
      const { rows } = await sql<{ version: number }>`
        select current_setting('server_version_num')::integer / 10000 as version`.execute(db)
      return withPostgresPrograms({ url, environment, version: rows[0]?.version ?? 0 }, (programs) =>
        work(db, programs, database.checkedOn),
      )
    })
  } finally {
    await database.close()
  }
}

/**
 * Throws `NotDone` if any other session is on the database. It may be a Doorstep (decision 22), even if our role cannot
 * see what it is. The session that our own opening used does not count, because a pooler keeps it open; if a Doorstep
 * has received it since, that Doorstep has a second one.
 */
async function refuseWhileUsed(db: Db, checkedOn: number): Promise<void> {
  const { rows } = await sql<{ sessions: string | null }>`
    select string_agg(format('%s (%s)', name, count), ', ' order by name) as sessions from (
      select coalesce(nullif(application_name, ''), 'without a name') as name, count(*) from pg_stat_activity
      where datname = current_database() and pid not in (pg_backend_pid(), ${checkedOn})
        and usesysid is not null
        and coalesce(backend_type, 'client backend') = 'client backend'
      group by name) as named`.execute(db)
  const [used] = rows
  if (used?.sessions)
    throw new NotDone(
      `Doorstep is running on this database, or another program is connected: ${used.sessions}. ` +
        'Stop all of Doorstep and close the other connections first: a restore needs the database to itself.',
    )
}

/** Counts with psql, because our own session has a time limit. */
async function countByPsql(programs: PostgresPrograms): Promise<Contents> {
  const { child, ended } = programs.start('psql', STOP_AT_ONCE)
  // If this pipe breaks, psql itself reports why.
  child.stdin.on('error', () => {}).end(`${WITHOUT_LIMIT}\n${PRINT_CONTENTS}`)
  const [printed] = await Promise.all([readText(child.stdout), ended])
  return contentsIn(printed)
}

/** Reads a backup to its end without restoring it, which fails if a part is missing. */
async function readThrough(programs: PostgresPrograms, file: string): Promise<void> {
  await programs.start('pg_restore', [DRY_RUN, file]).ended.catch((error: Error) => {
    throw new NotDone(`${file} cannot be read: ${error.message}`)
  })
}

/**
 * Makes psql run the script of pg_restore. psql receives the `commit` only after it has run everything before and
 * printed the contents of the database, so if the process is killed earlier, the restore is rolled back.
 */
async function replay(programs: PostgresPrograms, file: string): Promise<Contents> {
  const target = programs.start('psql', STOP_AT_ONCE)
  const origin = programs.start('pg_restore', ['--file=-', '--no-owner', '--no-privileges', ...OURS, file])
  const outcomes = Promise.allSettled([target.ended, origin.ended])
  const { stdin, stdout } = target.child
  // If this pipe breaks, psql itself reports why.
  stdin.on('error', () => {}).write(MAKE_ROOM)
  const replayed = async () => {
    await pipeline(origin.child.stdout, withoutNewerSettings(), stdin, { end: false })
    await origin.ended
    stdin.write(PRINT_CONTENTS)
    const printed = await Promise.race([once(stdout, 'data'), target.ended])
    return contentsIn(String(printed))
  }
  const contents = await replayed().catch(() => undefined)
  stdin.end(contents && FINISH)
  for (const outcome of await outcomes) if (outcome.status === 'rejected') throw outcome.reason
  if (!contents) throw new NotDone('psql ended too early.')
  return contents
}

/** Removes a setting that the programs of version 17 put into the first lines, because older servers do not know it. */
function withoutNewerSettings(): Transform {
  let isStart = true
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const text = isStart
        ? chunk.toString('latin1').replace(/^SET transaction_timeout = 0;$/m, '')
        : undefined
      isStart = false
      done(null, text === undefined ? chunk : Buffer.from(text, 'latin1'))
    },
  })
}
