import fs from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  DATABASES,
  type FreshDatabase,
  freshDatabase,
  freshFolder,
  freshPostgresUrl,
} from '../testing/databases.ts'
import { applyMigrations, findNewerMigrations, findPendingMigrations, migrateSchema } from './migrate.ts'
import { migrate, openPostgres } from './postgres/postgres.ts'

const FILES = fs.readdirSync(path.join(import.meta.dirname, 'migrations')).sort()
const REPEATABLE = expect.stringMatching(/^repeatable-\d{4}$/)

let database: FreshDatabase
const setUp = (kind: (typeof DATABASES)[number]) => async () => {
  database = await freshDatabase(kind)
}
const closeDatabase = () => database?.close()
const rewriteHistory = async (name: string, sha256: string) =>
  sql`update schema_migrations set name = ${name}, sha256 = ${sha256} where name like 'repeatable-%'`.execute(
    database.db,
  )
const breakFunction = () =>
  sql`create or replace function areas_of(was_in text, is_in text) returns text[] language sql immutable
    parallel safe return array['broken']`.execute(database.db)
const readAreas = async () => {
  const { rows } = await sql<{ areas: string[] }>`select areas_of('a', 'b') as areas`.execute(database.db)
  return rows[0]?.areas
}

describe.each(DATABASES)('on the %s database', (kind) => {
  beforeEach(setUp(kind))
  afterEach(closeDatabase)

  test('runs every migration once', async () => {
    const names = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      database.db,
    )
    expect(names.rows.map(({ name }) => name)).toEqual([...FILES, REPEATABLE])
    expect(await database.migrate()).toEqual([])
    expect(await findPendingMigrations(database.db)).toEqual([])
    expect(await findNewerMigrations(database.db)).toEqual([])
  })

  test('replaces the functions if their revision is newer, and keeps the older one in its history', async () => {
    await breakFunction()
    await rewriteHistory('repeatable-0000', 'another')
    expect(await database.migrate()).toEqual([REPEATABLE])
    expect(await readAreas()).toEqual(['b', 'a'])
    expect(await database.migrate()).toEqual([])
    expect(await findNewerMigrations(database.db)).toEqual([])
  })
})

describe('on a migrated PostgreSQL', () => {
  beforeEach(setUp('postgres'))
  afterEach(closeDatabase)

  test('refuses a migration that was edited after it ran', async () => {
    await sql`update schema_migrations set sha256 = 'another' where name = '0002-opportunities.sql'`.execute(
      database.db,
    )
    await expect(database.migrate()).rejects.toThrow(
      'The migration 0002-opportunities.sql was edited after it ran on this database.',
    )
  })

  test('finds the migrations that have not run', async () => {
    await sql`delete from schema_migrations where name >= '0005'`.execute(database.db)
    expect(await findPendingMigrations(database.db)).toEqual([
      ...FILES.filter((name) => name >= '0005'),
      REPEATABLE,
    ])
  })

  test('leaves the functions of a newer version alone', async () => {
    await breakFunction()
    await rewriteHistory('repeatable-9999', 'another')
    expect(await database.migrate()).toEqual([])
    expect(await readAreas()).toEqual(['broken'])
    expect(await findPendingMigrations(database.db)).toEqual([])
    expect(await findNewerMigrations(database.db)).toEqual(['repeatable-9999'])
  })

  test('refuses functions that were edited without a new revision', async () => {
    await sql`update schema_migrations set sha256 = 'another' where name like 'repeatable-%'`.execute(
      database.db,
    )
    await expect(database.migrate()).rejects.toThrow('Raise their revision.')
  })
})

describe('on an empty PostgreSQL', () => {
  let empty: Awaited<ReturnType<typeof freshPostgresUrl>>
  beforeEach(async () => {
    empty = await freshPostgresUrl()
  })
  afterEach(() => empty?.drop())

  test('migrates once if several processes start together', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => openPostgres(empty.url, console)))
    const ran = await Promise.all(databases.map((database) => database.migrate()))
    expect(ran.flat().sort()).toEqual([...FILES, REPEATABLE])
    await Promise.all(databases.map((database) => database.close()))
  })

  test('replaces the functions together with the last migration, or not at all', async () => {
    const client = () => new pg.Client(empty.url)
    await migrate(client())
    const { db, close } = await openPostgres(empty.url, console)
    await sql`delete from schema_migrations where name in (${FILES.at(-1)}) or name like 'repeatable-%'`.execute(
      db,
    )
    const failing = migrate(client(), (session) =>
      migrateSchema({
        ...session,
        runScript: (script) => session.runScript(script.replace(/commit$/, 'select 1 / 0')),
      }),
    )
    await expect(failing).rejects.toThrow(`The migration ${FILES.at(-1)} with repeatable-`)
    expect(await findPendingMigrations(db)).toEqual([FILES.at(-1), REPEATABLE])
    await close()
  })

  /** Returns a database with the schema from before a migration. */
  async function openBefore(migration: string) {
    const folder = freshFolder()
    for (const name of FILES.filter((name) => name < migration))
      fs.copyFileSync(path.join(import.meta.dirname, 'migrations', name), path.join(folder, name))
    await migrate(new pg.Client(empty.url), (session) => applyMigrations(session, folder))
    return openPostgres(empty.url, console)
  }

  test('gives each existing lead its JSON, and phones no change to read', async () => {
    const { db, close } = await openBefore('0037')
    const notes = `"Ned" \\ back\t£ 😀`
    await sql`insert into leads (street_address, voucher_value, notes) values ('1 High Street', 10.5, ${notes})`.execute(
      db,
    )
    const readChanges = async () => (await sql`select * from changes`.execute(db)).rows
    const changes = await readChanges()
    expect(changes).toHaveLength(1)
    await migrate(new pg.Client(empty.url))
    expect(await readChanges()).toEqual(changes)
    const { rows } = await sql`
      select as_json::jsonb as lead, as_json::jsonb = record as is_the_same from leads, changes`.execute(db)
    const lead = expect.objectContaining({ notes, household_size: null, voucher_value: '10.5' })
    expect(rows).toEqual([{ lead, is_the_same: true }])
    await close()
  })

  test('gives each existing sale its milestones, and phones no change to read', async () => {
    const { db, close } = await openBefore('0041')
    await sql`
      insert into opportunities (session_id, status, contract_signature, closed_by, received_at, updated_at) values
        ('sale_1', 'closed-won', ${'data:image/png;base64,iVBORw0KGgo='}, 'agent', '2026-07-08Z', '2026-07-09Z'),
        ('sale_2', 'closed-lost', null, 'crm', null, '2026-07-10Z'),
        ('sale_3', 'qualified', null, null, null, '2026-07-11Z')`.execute(db)
    const readChanges = async () => (await sql`select * from changes`.execute(db)).rows
    const changes = await readChanges()
    await migrate(new pg.Client(empty.url))
    expect(await readChanges()).toEqual(changes)
    const { rows } = await sql`
      select qualified_at, won_at::date::text, lost_at::date::text from opportunities order by session_id`.execute(
      db,
    )
    expect(rows).toEqual([
      { qualified_at: null, won_at: '2026-07-08', lost_at: null },
      { qualified_at: null, won_at: null, lost_at: '2026-07-10' },
      { qualified_at: null, won_at: null, lost_at: null },
    ])
    await close()
  })

  test('rolls back a migration that fails, and keeps the earlier ones', async () => {
    const folder = freshFolder()
    fs.writeFileSync(path.join(folder, '0001-good.sql'), 'create table good ()')
    fs.writeFileSync(path.join(folder, '0002-bad.sql'), 'create table half ();\nselect 1 / 0 -- fails')
    const { db, close } = await openPostgres(empty.url, console)
    const migrateFolder = db.connection().execute((connection) =>
      applyMigrations(
        {
          runScript: async (script) => void (await sql.raw(script).execute(connection)),
          readRows: async <Row>(query: string) => (await sql.raw<Row>(query).execute(connection)).rows,
        },
        folder,
      ),
    )
    await expect(migrateFolder).rejects.toThrow('The migration 0002-bad.sql failed')
    const { rows } =
      await sql`select to_regclass('good') is not null as good, to_regclass('half') is not null as half,
      (select array_agg(name) from schema_migrations) as ran`.execute(db)
    expect(rows).toEqual([{ good: true, half: false, ran: ['0001-good.sql'] }])
    await close()
    fs.rmSync(folder, { recursive: true })
  })

  test('lets writes pass while a migration waits for a table', async () => {
    const folder = freshFolder()
    const run = () => migrate(new pg.Client(empty.url), (session) => applyMigrations(session, folder))
    fs.writeFileSync(path.join(folder, '0001-sales.sql'), 'create table sales (number integer)')
    await run()
    fs.writeFileSync(path.join(folder, '0002-notes.sql'), 'alter table sales add notes text')
    const { db, close } = await openPostgres(empty.url, console)
    const isReading = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    const reading = db.transaction().execute(async (transaction) => {
      await sql`select from sales`.execute(transaction)
      isReading.resolve()
      await isRead.promise
    })
    await isReading.promise
    const migrating = run()
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      expect(rows).toHaveLength(1)
    })
    await sql`insert into sales (number) values (1)`.execute(db)
    isRead.resolve()
    await reading
    expect(await migrating).toEqual(['0002-notes.sql'])
    await close()
    fs.rmSync(folder, { recursive: true })
  })
})
