import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { AGENT_COLUMNS, OPPORTUNITY_COLUMNS, type Opportunity } from '#domain/opportunity/opportunity.ts'
import { SEALED_COLUMNS } from '#domain/opportunity/rules.ts'
import { type ColumnType, OPPORTUNITIES } from '../postgrest/catalogue.ts'
import { DATABASES, freshDatabase } from '../testing/databases.ts'
import type { OpportunityRow } from './rows/sales.ts'
import type { Db } from './schema.ts'

/** If `OpportunityRow` lacks a column, the compiler names it here. */
const MISSING_IN_ROW: Record<Exclude<keyof Opportunity, keyof OpportunityRow>, never> = {}

const ONLY_IN_DATABASE = ['revision', 'sealed'] satisfies (keyof OpportunityRow)[]

const ANOTHER: Record<ColumnType, string> = {
  text: "'x'",
  uuid: 'gen_random_uuid()',
  integer: '1',
  bigint: '1',
  money: '1',
  decimal: '1',
  boolean: 'true',
  date: "'2001-01-01'",
  moment: "'2001-01-01Z'",
}
const ANOTHER_KNOWN: Record<string, string> = { status: "'qualified'", closed_by: "'crm'" }

const inOrder = (columns: Iterable<string>) => [...columns].sort()

test('the data API offers every column and accepts writes to the agent columns only', () => {
  const columns = [...OPPORTUNITIES.columns.values()]
  expect(MISSING_IN_ROW).toEqual({})
  expect(inOrder(OPPORTUNITIES.columns.keys())).toEqual(inOrder(OPPORTUNITY_COLUMNS))
  expect(inOrder(columns.filter(({ writable }) => writable).map(({ name }) => name))).toEqual(
    inOrder(['session_id', ...AGENT_COLUMNS]),
  )
})

describe.each(DATABASES)('the %s database', (kind) => {
  test('agrees with the domain on the columns of a sale, of its record and of its seal', async () => {
    const { db, close } = await freshDatabase(kind)
    await db.insertInto('opportunities').values({ session_id: 's1', sealed: true }).execute()
    const { rows } = await sql<{ stored: object; record: object }>`
      select to_jsonb(o) as stored, opportunity_record(o) as record from opportunities o`.execute(db)
    expect(inOrder(Object.keys(rows[0]?.stored ?? {}))).toEqual(
      inOrder([...OPPORTUNITY_COLUMNS, ...ONLY_IN_DATABASE]),
    )
    expect(inOrder(Object.keys(rows[0]?.record ?? {}))).toEqual(
      inOrder(OPPORTUNITY_COLUMNS.filter((column) => column !== 'contract_signature')),
    )
    expect(inOrder(await findSealedColumns(db))).toEqual(inOrder(SEALED_COLUMNS))
    await close()
  })
})

/** Tries to change each column of the sealed sale. */
async function findSealedColumns(db: Db): Promise<string[]> {
  const sealed: string[] = []
  for (const { name, type } of OPPORTUNITIES.columns.values()) {
    const update = `update opportunities set ${name} = ${ANOTHER_KNOWN[name] ?? ANOTHER[type]}`
    const isSealed = await sql
      .raw(update)
      .execute(db)
      .then(
        () => false,
        (error: { constraint?: string }) => {
          if (error.constraint !== 'signed_terms_are_sealed') throw error
          return true
        },
      )
    if (isSealed) sealed.push(name)
  }
  return sealed
}
