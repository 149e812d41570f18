import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { type ServedTables, serveTables } from './test-server.ts'

const WORDS = ['1', '42', 'Corve', 'Street,', 'St.', 'Elmgrove', '-', '100%', 'a_b', 'c\\d', 'Ö']
const ADDRESSES = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', '  ', '\t')), {
    minLength: 4,
    maxLength: 7,
  })
  .map((pairs) => pairs.flat().join(''))

const escaped = (letter: string) => `\\${letter}`
const plain = (letter: string) => ('%_\\'.includes(letter) ? escaped(letter) : letter)
/** The ways to write a letter of the address so that the pattern still matches it. */
const WAYS = [
  plain,
  plain,
  plain,
  plain,
  escaped,
  () => '_',
  () => '%',
  (letter: string) => `%${plain(letter)}`,
]

/** Returns a pattern that matches the address from the letter `from` on, with each letter written in its own way. */
const patternOf = (address: string, from: number, ways: number[]) =>
  `%${[...address.slice(from)].map((letter, index) => (WAYS[ways[index] ?? 0] ?? plain)(letter)).join('')}%`

describe('a search by several words', () => {
  let server: ServedTables
  let texts: string[]
  beforeAll(async () => {
    server = await serveTables('postgres')
    texts = [...new Set(fc.sample(ADDRESSES, { numRuns: 300, seed: 7 }))]
    await server.db
      .insertInto('leads')
      .values(texts.map((text) => ({ street_address: text, notes: text, voucher_value: 0 }) as never))
      .execute()
  })
  afterAll(() => server?.stop())

  const find = async (column: 'street_address' | 'notes', how: string, pattern: string) => {
    const query = server.client.from('leads').select('notes').order('id')
    const { data, error } = await query.filter(column, how, pattern)
    return error?.code ?? data?.map(({ notes }) => notes)
  }

  it('finds addresses in the same way as any other text', async () => {
    const ask = fc.asyncProperty(
      fc.nat(),
      fc.array(fc.nat({ max: WAYS.length - 1 }), { minLength: 40, maxLength: 40 }),
      fc.nat({ max: 12 }),
      async (which, ways, from) => {
        const address = texts[which % texts.length] ?? ''
        const pattern = patternOf(address, from, ways)
        const found = await find('notes', 'like', pattern)
        expect(found).toContain(address)
        expect(await find('street_address', 'like', pattern)).toEqual(found)
        expect(await find('street_address', 'not.like', pattern)).toEqual(
          await find('notes', 'not.like', pattern),
        )
      },
    )
    await fc.assert(ask, { numRuns: 60 })
  })

  it('finds an address of four words by its whole text, in upper or lower case', async () => {
    await server.addLead({ street_address: '42 Corve Street, Elmgrove-by-Sea', notes: 'this one' })
    expect(await find('street_address', 'ilike', '*42 corve STREET, elmgrove-by*')).toEqual(['this one'])
    expect(await find('street_address', 'ilike', '*42 corve elmgrove-by street*')).toEqual([])
  })

  it.each([1, 5])(
    'makes the database try five patterns per row, even if %i whole addresses are searched',
    async (count) => {
      const wanted = Array.from({ length: count }, (_, n) => `${count}${n} Wide Mill Lane`)
      for (const address of wanted) await server.addLead({ street_address: address })
      const patterns = wanted.map((address) => `street_address.ilike.*${address}*`)
      const search = () => server.client.from('leads').select('street_address').or(patterns.join())
      const { found, asked } = await whileLeadsAreHeld(server.db, search)
      expect(found.data?.map((lead) => lead.street_address).toSorted()).toEqual(wanted)
      expect(asked.match(/ ilike /g)).toHaveLength(5)
    },
  )
})

/** Returns the result of a search and its statement. A lock holds the statement until the test has seen it. */
async function whileLeadsAreHeld<Found>(db: Db, search: () => PromiseLike<Found>) {
  const holding = await db.startTransaction().execute()
  await sql`lock table leads in access exclusive mode`.execute(holding)
  const searching = search().then((found) => found)
  const asked = await vi.waitFor(async () => {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '% ilike %'
        and pid <> pg_backend_pid()`.execute(db)
    expect(rows).toHaveLength(1)
    return rows[0]?.query ?? ''
  })
  await holding.commit().execute()
  return { found: await searching, asked }
}
