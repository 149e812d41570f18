import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DATABASES, freshDatabase, freshPostgresUrl } from '../testing/databases.ts'
import { findWithoutComment, readRoutines, readSchemaText } from '../testing/schema-text.ts'
import { openPostgres } from './postgres/postgres.ts'

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
  test('define every function and trigger, so that a change to one needs no migration', async () => {
    const { url, drop } = await freshPostgresUrl()
    const { db, migrate: bringUpToDate, close } = await openPostgres(url, console)
    await bringUpToDate()
    const all = await readRoutines(db)
    await sql.raw(DROP_FUNCTIONS).execute(db)
    expect(await readRoutines(db)).toEqual([])
    await sql`delete from schema_migrations where name like 'repeatable-%'`.execute(db)
    expect(await bringUpToDate()).toEqual([expect.stringMatching(/^repeatable-/)])
    expect(await readRoutines(db)).toEqual(all)
    await close()
    await drop()
  })
})
