import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ServedTables, serveTables } from '../../postgrest/test-server.ts'

const SESSION = 'sale_1_a'
const LINE = { operation: 'sync-leads', direction: 'pull', status: 'success', duration_ms: 1 } as const

let server: ServedTables
beforeAll(async () => {
  server = await serveTables('postgres')
})
afterAll(() => server?.stop())

const read = async (query: string) => {
  const { status } = await server.call('GET', `/rest/v1/leads?${query}`)
  expect(status).toBe(200)
}
/** Returns the statements that the connection has prepared. Calls one after another all use the same connection. */
const prepared = async () => {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`.execute(server.db)
  return rows.map(({ statement }) => statement)
}

test('plans a statement once, unless it searches for a pattern or a list of values', async () => {
  for (const street of ['1 High St', '2 High St']) {
    await read(`street_address=eq.${street}`)
    await read(`street_address=ilike.${street}*`)
    await read(`street_address=in.(${street},3 High St)`)
  }
  expect(await prepared()).toEqual([expect.stringContaining('"street_address" = cast($1 as text)')])
})

test('does not prepare a long query of a client', async () => {
  const before = await prepared()
  await read(`or=(${Array.from({ length: 90 }, (_, n) => `household_size.eq.${n}`)})`)
  expect(await prepared()).toEqual(before)
})

test('keeps reading while the migration of a newer process adds a column', async () => {
  await server.db.insertInto('ghl_sync_log').values(LINE).execute()
  const readLog = () => server.db.selectFrom('ghl_sync_log').selectAll().limit(1).execute()
  expect(await readLog()).toHaveLength(1)
  await sql`alter table ghl_sync_log add column weather text`.execute(server.db)
  for (let times = 0; times < 2; times++) expect(await readLog()).toMatchObject([{ ...LINE, weather: null }])
})

test('plans the writes of a sale once, however many queries clients have made before', async () => {
  for (let n = 1; n <= 250; n++) await read(`select=notes_${n}:notes&notes=is.null`)
  await server.call('POST', '/rest/v1/opportunities', { body: { session_id: SESSION } })
  const sale = `/rest/v1/opportunities?session_id=eq.${SESSION}`
  // A lost sale is not kept in memory, so the next write reads it.
  for (const change of [{ status: 'closed-lost' }, { notes: 'Moved away' }])
    await server.call('PATCH', sale, { body: change })
  const statements = await prepared()
  expect(statements).toEqual(
    expect.arrayContaining([
      expect.stringContaining('insert into opportunities'),
      expect.stringContaining('update opportunities'),
      expect.stringContaining('select opportunity_record(o)'),
    ]),
  )
  expect(statements.length).toBeLessThan(210)
})

test('takes the rows of a result away from the driver, which would keep them', async () => {
  const ended = vi.spyOn(pg.Query.prototype, 'emit')
  const { rows } = await sql`select ${'here'}::text as place`.execute(server.db)
  const answers = ended.mock.calls.flatMap(([event, answer]) => (event === 'end' ? [answer] : []))
  ended.mockRestore()
  expect(rows).toEqual([{ place: 'here' }])
  expect(answers).toEqual([expect.objectContaining({ command: 'SELECT', rows: [] })])
})
