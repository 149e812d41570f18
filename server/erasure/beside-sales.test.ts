import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NotDone } from '../backup/not-done.ts'
import { openPostgres } from '../db/postgres/postgres.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { type HeldLock, holdLock } from '../testing/held-lock.ts'
import { addLead } from '../testing/live-server.ts'
import { runOnServer } from '../testing/postgres-databases.ts'
import { runCommandHere } from '../testing/run-command-here.ts'
import { startCommand } from '../testing/run-doorstep.ts'
import { erasePerson } from './person.queries.ts'

const WHOM = 'mara@example.com'
const POLL_MS = 5
const HELD = /^Nothing was erased: .+ may have locked .+ run the command again\.$/

let database: FreshDatabase
let leadId: string
beforeEach(async () => {
  database = await freshDatabase('postgres')
  const { db } = database
  leadId = (await addLead(db, '7 Quill Lane', { contact_email: WHOM })).id
  await db.insertInto('opportunities').values({ session_id: 'sale_1', lead_id: leadId }).execute()
  await queuePush('sale_1').execute(db)
})
afterEach(() => database?.close())

const queuePush = (sessionId: string) => sql`
  insert into deliveries (target, session_id) values ('crm', ${sessionId})
  on conflict (target, session_id, sequence) do update set wanted = deliveries.wanted + 1`

const sessions = () =>
  database.db.connection().execute(async (connection) => {
    // A new connection of the pool starts with what `setForDatabase` set.
    await sql`set role none`.execute(connection)
    const sales = await connection.selectFrom('opportunities').select('session_id').execute()
    return sales.map(({ session_id }) => session_id)
  })

async function untilWaiting(): Promise<void> {
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(database.db)).rows.length === 0)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

/**
 * Runs `work` while a session has written the sale but not committed. It may be idle for as long as a process takes to
 * start.
 */
async function whileSaleIsHeld(work: (sale: HeldLock) => Promise<void>): Promise<void> {
  const sale = await holdLock(database.url ?? '', "update opportunities set status = 'qualified'")
  await work(sale).finally(sale.release)
}

const settings = () => ({ DATABASE_URL: database.url ?? '' })
const ERASE = ['erase', WHOM, '--yes']

/** Erases as an operator does. */
const runErasing = () => runCommandHere(settings(), ERASE)

/** Erases over new connections; resolves to the message if nothing was erased. */
async function refusalOfErasing(): Promise<string | undefined> {
  const own = await openPostgres(database.url ?? '', console)
  try {
    await erasePerson(own.db, WHOM)
    return undefined
  } catch (error) {
    if (error instanceof NotDone) return error.message
    throw error
  } finally {
    await own.close()
  }
}

/** Makes the deletion fail this many times with the given code. */
async function refuseErasing(code: string, times: number): Promise<void> {
  await sql`create sequence refusals`.execute(database.db)
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if nextval('refusals') <= ${sql.lit(times)} then
        raise exception 'refused' using errcode = ${sql.lit(code)};
      end if;
      return null;
    end $$`.execute(database.db)
  await sql`create trigger refusing after delete on leads execute function refuse()`.execute(database.db)
}

/** Sets something for all later sessions. */
const setForDatabase = (setting: string) =>
  runOnServer(
    database.url ?? '',
    `alter database ${new URL(database.url ?? '').pathname.slice(1)} set ${setting}`,
  )

test('A sale that is being written is completed first, and then erased with everything that follows', async () => {
  const writing = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const written = database.db.transaction().execute(async (transaction) => {
    await sql`update opportunities set status = 'qualified'`.execute(transaction)
    await transaction.insertInto('opportunities').values({ session_id: 'sale_2', lead_id: leadId }).execute()
    writing.resolve()
    await end.promise
    await sql`update leads set status = 'qualified'`.execute(transaction)
    await queuePush('sale_1').execute(transaction)
  })
  await writing.promise
  const erased = erasePerson(database.db, WHOM)
  await untilWaiting()
  end.resolve()
  await written
  expect((await erased).sales.map(({ session_id }) => session_id).toSorted()).toEqual(['sale_1', 'sale_2'])
  expect(await sessions()).toEqual([])
})

test.each([
  ['that waited for it too', '40P01'],
  ['that came to the lead', '23503'],
])('The erasure is retried if it collides with a sale %s', async (_what, code) => {
  await refuseErasing(code, 2)
  await erasePerson(database.db, WHOM)
  expect(await sessions()).toEqual([])
})

test('Nothing is erased if sale after sale collides, and the command says so in one line', async () => {
  await refuseErasing('40P01', 1_000)
  const { code, errors } = await runErasing()
  expect(code).toBe(1)
  expect(errors).toMatch(/^Nothing was erased: .*\n$/)
  expect(await sessions()).toEqual(['sale_1'])
})

test('Nothing is erased if a sale is locked for too long, with a message that says what to do', async () => {
  await setForDatabase('lock_timeout = 1')
  await whileSaleIsHeld(async () => {
    expect(await refusalOfErasing()).toMatch(HELD)
  })
  expect(await sessions()).toEqual(['sale_1'])
})

test('Nothing is erased if the database is too slow, with a message that names that cause too', async () => {
  await refuseErasing('57014', 1)
  expect(await refusalOfErasing()).toMatch(HELD)
  expect(await sessions()).toEqual(['sale_1'])
})

test('Nothing is erased if the database cancels the statement, with a message that says what to do', async () => {
  await whileSaleIsHeld(async (sale) => {
    const erasing = refusalOfErasing()
    await sql`select pg_cancel_backend(${await sale.waiter()})`.execute(database.db)
    expect(await erasing).toMatch(HELD)
  })
  expect(await sessions()).toEqual(['sale_1'])
})

test('Nothing is erased if the database closes the connection, and the command says so in one line', async () => {
  await whileSaleIsHeld(async (sale) => {
    const erasing = startCommand(settings(), ...ERASE).outcome
    await sale.giveUp(await sale.waiter())
    const errors = expect.stringMatching(/^The database became unavailable: .+\n$/)
    expect(await erasing).toMatchObject({ code: 1, errors })
  })
  expect(await sessions()).toEqual(['sale_1'])
})

test('Nothing is erased if the role lacks rights, and the command says so in one line', async () => {
  await setForDatabase('role = pg_monitor')
  const { code, errors } = await runErasing()
  expect([code, errors]).toEqual([1, expect.stringMatching(/^The role of DATABASE_URL lacks rights: .+\n$/)])
  expect(await sessions()).toEqual(['sale_1'])
})
