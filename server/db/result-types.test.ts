import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { momentToIso } from './result-types.ts'

describe.each(DATABASES)('the %s database', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())

  test('returns every type in the same form as the other database', async () => {
    const { rows } = await sql`select
      '2026-03-29 01:30:00.5+01'::timestamptz as moment,
      date '2026-03-29' as day,
      1294.50::numeric(10, 2) as amount,
      count(*) as count,
      9007199254740991::bigint as id,
      '4294967297'::xid8 as transaction_id,
      '{"a": [1, null]}'::jsonb as record,
      true as yes,
      array['a', 'b'] as words,
      7::smallint as small,
      null::timestamptz as never`.execute(database.db)
    expect(rows).toEqual([
      {
        moment: '2026-03-29T00:30:00.500Z',
        day: '2026-03-29',
        amount: '1294.50',
        count: 1,
        id: 9007199254740991,
        transaction_id: '4294967297',
        record: { a: [1, null] },
        yes: true,
        words: ['a', 'b'],
        small: 7,
        never: null,
      },
    ])
  })

  test('returns bytes unchanged, alone and in a list', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const { rows } = await sql<{ bytes: Uint8Array; is_listed: boolean }>`
      select ${bytes}::bytea as bytes, ${bytes}::bytea = any(${[bytes]}::bytea[]) as is_listed`.execute(
      database.db,
    )
    expect(rows.map((row) => ({ ...row, bytes: [...row.bytes] }))).toEqual([
      { bytes: [...bytes], is_listed: true },
    ])
  })

  test('returns a stored row unchanged', async () => {
    const lead = {
      street_address: '2 High St',
      postcode: 'GV1 2AB',
      voucher_value: 1500,
      household_size: 4,
      created_at: '2026-07-01T09:08:07.060Z',
    }
    const stored = await database.db.insertInto('leads').values(lead).returningAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ ...lead, voucher_value: '1500.00' })
    expect(stored.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('names the broken rule in its error', async () => {
    const insert = database.db
      .insertInto('leads')
      .values({ street_address: '2 High St', postcode: '', voucher_value: -1 })
      .execute()
    await expect(insert).rejects.toMatchObject({ code: '23514', constraint: 'voucher_is_not_negative' })
  })
})

test('adds milliseconds to a time without a fraction, and leaves other values unchanged', () => {
  expect(momentToIso('2026-03-29 01:30:00+00')).toBe('2026-03-29T01:30:00.000Z')
  expect(momentToIso('2026-03-29 01:30:00.123456+00')).toBe('2026-03-29T01:30:00.123Z')
  expect(momentToIso('infinity')).toBe('infinity')
})
