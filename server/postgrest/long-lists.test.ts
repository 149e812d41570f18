import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../testing/databases.ts'
import { LEADS } from './catalogue.ts'
import { type ServedTables, serveTables } from './test-server.ts'

/** The database builds a list of at most 100 rows. The server builds a longer one while its rows arrive. */
const FEW = 'limit=100'
const MANY = 'limit=101'
const ROWS = 60
const ODD = `O'Neill "Ned" \\ back\tslash\r\n\u0001\u007f\u2028 £ 😀 ${'long '.repeat(100)}`

describe.each(DATABASES)('a long list on the %s database', (kind) => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables(kind)
    await sql`insert into leads (street_address, postcode, voucher_value, household_size, notes)
      select n || ' ' || ${ODD}, '', n * 10.50, nullif(n % 3, 0), nullif(${ODD}, repeat('x', n % 2))
      from generate_series(1, ${sql.lit(ROWS)}) n`.execute(server.db)
    await sql`insert into opportunities (session_id, lead_id, total_value, eligibility_status)
      select 'sale_' || l.id, l.id, 12.5, null from leads l order by l.id limit 30`.execute(server.db)
    await sql`insert into opportunities (session_id, customer_name) values ('sale_without_lead', ${ODD})`.execute(
      server.db,
    )
  })
  afterAll(() => server?.stop())

  const ask = async (search: string, headers: Record<string, string> = {}) => {
    const response = await server.call('GET', `/rest/v1/${search}`, { headers })
    const of = (name: string) => response.headers.get(name)
    const described = [of('content-type'), of('content-range'), of('vary'), of('content-encoding')]
    return { status: response.status, described, text: await response.text() }
  }

  it.each([
    ['whole leads', 'leads?select=*&order=created_at.desc'],
    ['a few leads', 'leads?select=id,notes&order=id&id=lt.20000000-0000-0000-0000-000000000000'],
    [
      'columns under other names and types',
      'leads?select="a \\"b\\"":notes,household_size::text,created_at::date',
    ],
    [
      'sales with their leads',
      'opportunities?select=session_id,leads(street_address,notes),total_value&order=id',
    ],
    [
      'sales with the columns of their leads',
      'opportunities?select=session_id,...leads(postcode,voucher_value)',
    ],
    ['no lead', 'leads?select=*&postcode=eq.none'],
    ['what follows a page', 'leads?select=notes&order=id&offset=20'],
  ])('has the same bytes and headers as a short one: %s', async (_, search) => {
    for (const headers of [
      {},
      { prefer: 'count=exact' },
      { 'accept-encoding': 'gzip' },
      { accept: 'text/csv' },
      { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    ] as Record<string, string>[])
      expect(await ask(`${search}&${MANY}`, headers)).toEqual(await ask(`${search}&${FEW}`, headers))
  })

  it('has the same bytes for every lead as the database makes', async () => {
    const columns = [...LEADS.columns.keys()]
    const made = columns.map((column) => (column === 'notes' ? 'notes::text' : column))
    for (const page of [MANY, FEW, `${FEW}&offset=20`])
      expect(await ask(`leads?select=${columns}&order=id&${page}`)).toEqual(
        await ask(`leads?select=${made}&order=id&${page}`),
      )
  })

  it.each(['offset=61', 'offset=1000'])('is refused beyond the last row: %s', async (beyond) => {
    const search = `leads?select=id&${beyond}`
    const counted = { prefer: 'count=exact' }
    const refused = await ask(`${search}&${MANY}`, counted)
    expect(refused.status).toBe(416)
    expect(refused).toEqual(await ask(`${search}&${FEW}`, counted))
  })

  describe('of more rows than the database returns at once', () => {
    const addLeads = (count: number) =>
      sql`insert into leads (street_address, postcode, voucher_value, notes)
        select n || ' High St', 'MANY', 0, ${ODD} from generate_series(1, ${sql.lit(count)}) n`.execute(
        server.db,
      )
    const LIST = 'leads?select=id,notes&order=id&postcode=eq.MANY'
    beforeAll(() => addLeads(1_100))

    it.each(['gzip', 'identity'])('equals its pages: %s', async (accepted) => {
      const pages = await Promise.all(
        Array.from({ length: 11 }, (_, page) => ask(`${LIST}&${FEW}&offset=${100 * page}`)),
      )
      const { described, text } = await ask(LIST, { 'accept-encoding': accepted })
      expect(described[1]).toBe('0-1099/*')
      expect(JSON.parse(text)).toEqual(pages.flatMap((page) => JSON.parse(page.text)))
    })

    it('has as many rows as its total, whatever is written meanwhile', async () => {
      const counted = Array.from({ length: 30 }, async () => {
        const [{ described, text }] = await Promise.all([ask(LIST, { prefer: 'count=exact' }), addLeads(1)])
        return { described: described[1], rows: JSON.parse(text).length }
      })
      for (const { described, rows } of await Promise.all(counted))
        expect(described).toBe(`0-${rows - 1}/${rows}`)
    })
  })
})
