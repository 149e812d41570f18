import fs from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedTables, serveTables } from './test-server.ts'

const ROWS = 2
/** The first row is light, so that the database builds little JSON before it reaches the row that is too large. */
const NOTES = sql`repeat('n', case n when 1 then 100000 else 9000000 end)`
const notesUnderNames = (names: number) =>
  `select=id,${Array.from({ length: names }, (_, n) => `n${n}:notes`)}`
/** Under so many names the first row fits into an answer, but the second does not. */
const NOTES_OFTEN = notesUnderNames(8)

describe('an answer beyond the max size', () => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables('postgres')
    await sql`insert into opportunities (session_id, notes)
      select 'sale_' || n, ${NOTES} from generate_series(1, ${sql.lit(ROWS)}) n`.execute(server.db)
    await sql`insert into leads (street_address, postcode, voucher_value, notes)
      select n || ' High St', '', 0, ${NOTES} from generate_series(1, ${sql.lit(ROWS)}) n`.execute(server.db)
  })
  afterAll(() => server?.stop())

  const refusal = async (response: Response) => [response.status, await response.json()]
  const tooLarge = [
    400,
    expect.objectContaining({ code: 'answer-too-large', message: expect.stringContaining('limit') }),
  ]

  it('is refused, with a hint to ask for less', async () => {
    const read = (search: string) => server.call('GET', `/rest/v1/opportunities?${search}&order=session_id`)
    expect(await refusal(await read(NOTES_OFTEN))).toEqual(tooLarge)
    expect(await (await read(`${NOTES_OFTEN}&limit=1`)).json()).toHaveLength(1)
    expect(await (await read('select=session_id')).json()).toHaveLength(ROWS)
  })

  it.runIf(fs.existsSync('/proc/self/status'))(
    'is refused before the database builds it in memory',
    async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(server.db)
      expect(
        await refusal(await server.call('GET', `/rest/v1/opportunities?${NOTES_OFTEN}&order=session_id`)),
      ).toEqual(tooLarge)
      const [, mostKiB] = /VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8')) ?? []
      expect(Number(mostKiB)).toBeLessThan(300 * 1024)
    },
  )

  const write = (method: string, address: string, body: unknown, prefer: string) =>
    server.call(method, `/rest/v1/${address}`, { body, headers: { prefer } })

  it.each([
    ['leads', { status: 'contacted' }],
    ['opportunities', { status: 'qualified' }],
  ])('is refused as CSV or without nulls, and writes no %s', async (table, body) => {
    const status = Object.values(body).join()
    for (const accept of ['text/csv', 'application/vnd.pgrst.array+json;nulls=stripped']) {
      const ask = (method: string, changes?: unknown) =>
        server.call(method, `/rest/v1/${table}?id=not.is.null&select=notes`, {
          body: changes,
          headers: { accept, prefer: 'return=representation' },
        })
      expect(await refusal(await ask('GET'))).toEqual(tooLarge)
      expect(await refusal(await ask('PATCH', body))).toEqual(tooLarge)
    }
    const changed = await server.call('GET', `/rest/v1/${table}?select=id&status=eq.${status}`)
    expect(await changed.json()).toEqual([])
  })

  it.each([
    ['leads', 'status=eq.new', { status: 'contacted' }],
    ['opportunities', 'status=eq.open', { status: 'qualified' }],
  ])('undoes the write if it should return the changed %s', async (table, which, body) => {
    const patch = (select: string, prefer: string) =>
      write('PATCH', `${table}?${which}&${select}`, body, prefer)
    for (const select of [NOTES_OFTEN, notesUnderNames(1_100)])
      expect(await refusal(await patch(select, 'return=representation'))).toEqual(tooLarge)
    const unseen = await patch(NOTES_OFTEN, 'return=minimal, count=exact')
    expect([unseen.status, unseen.headers.get('content-range')]).toEqual([204, `0-${ROWS - 1}/${ROWS}`])
  })

  it('undoes the write if it should return existing sales', async () => {
    // A write copies the notes that it finds, so few notes under many names take less time.
    await sql`update opportunities set notes = repeat('n', 1000000) where session_id = 'sale_2'`.execute(
      server.db,
    )
    const sales = Array.from({ length: ROWS + 1 }, (_, n) => ({ session_id: `sale_${n}` }))
    const refused = await write('POST', `opportunities?${notesUnderNames(70)}`, sales, 'return=minimal')
    expect(await refusal(refused)).toEqual(tooLarge)
    const read = await server.call('GET', '/rest/v1/opportunities?session_id=eq.sale_0')
    expect(await read.json()).toEqual([])
  })
})
