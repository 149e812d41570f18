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
import { applyMigrations, findPendingMigrations } from './migrate.ts'
import { migrate, openPostgres } from './postgres/postgres.ts'

const FILES = fs.readdirSync(path.join(import.meta.dirname, 'migrations')).sort()

describe.each(DATABASES)('on the %s database', (kind) => {
  let database: FreshDatabase
  beforeEach(async () => {
    database = await freshDatabase(kind)
  })
  afterEach(() => database.close())

  test('all migrations have run, and run only once', async () => {
    const names = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      database.db,
    )
    expect(names.rows.map(({ name }) => name)).toEqual(FILES)
    expect(await database.migrate()).toEqual([])
    expect(await findPendingMigrations(database.db)).toEqual([])
  })

  test('a file that was edited after it ran is refused by name', async () => {
    await sql`update schema_migrations set sha256 = 'another' where name = '0002-opportunities.sql'`.execute(
      database.db,
    )
    await expect(database.migrate()).rejects.toThrow(
      'The migration 0002-opportunities.sql was edited after it ran on this database.',
    )
  })

  test('a migration that has not run yet is found, so the server is not ready', async () => {
    await sql`delete from schema_migrations where name >= '0005'`.execute(database.db)
    expect(await findPendingMigrations(database.db)).toEqual(FILES.filter((name) => name >= '0005'))
  })
})

describe('on an empty PostgreSQL', () => {
  let empty: Awaited<ReturnType<typeof freshPostgresUrl>>
  beforeEach(async () => {
    empty = await freshPostgresUrl()
  })
  afterEach(() => empty.drop())

  test('several that start together migrate once', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => openPostgres(empty.url, console)))
    const ran = await Promise.all(databases.map((database) => database.migrate()))
    expect(ran.flat().sort()).toEqual(FILES)
    await Promise.all(databases.map((database) => database.close()))
  })

  test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
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

  test('a migration lets others pass while it waits for a table', async () => {
    const folder = freshFolder()
    const run = () => migrate(new pg.Client(empty.url), folder)
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
