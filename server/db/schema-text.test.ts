import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabase, freshPostgresUrl } from '../testing/databases.ts'
import { findWithoutComment, readRoutines, readSchemaText } from '../testing/schema-text.ts'
import { applyMigrations } from './migrate.ts'
import { migrate, openPostgres } from './postgres/postgres.ts'

const MIGRATIONS = path.join(import.meta.dirname, 'migrations')
const DROP_FUNCTIONS = `do $$ begin execute (
  select string_agg(format('drop function %s cascade', oid::regprocedure), ';') from pg_proc
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')); end $$`

describe.each(DATABASES)('the %s database', (kind) => {
  test('has the schema of schema.sql, with a comment on each table and column', async () => {
    const { db, close } = await freshDatabase(kind)
    const text = await readSchemaText(db)
    expect(await findWithoutComment(db)).toEqual([])
    await close()
    await expect(text).toMatchFileSnapshot('schema.sql')
  })
})

describe('the repeatable files', () => {
  test('define every function and trigger that the migrations made, to the letter', async () => {
    const { url, drop } = await freshPostgresUrl()
    await migrate(new pg.Client(url), (session) => applyMigrations(session, MIGRATIONS))
    const { db, migrate: bringUpToDate, close } = await openPostgres(url, console)
    const byMigrations = await readRoutines(db)
    expect(await bringUpToDate()).toEqual([expect.stringMatching(/^repeatable-/)])
    expect(await readRoutines(db)).toEqual(byMigrations)
    await sql.raw(DROP_FUNCTIONS).execute(db)
    expect(await readRoutines(db)).toEqual([])
    await sql`delete from schema_migrations where name like 'repeatable-%'`.execute(db)
    await bringUpToDate()
    expect(await readRoutines(db)).toEqual(byMigrations)
    await close()
    await drop()
  })
})
