import fc from 'fast-check'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LeadRow } from '../db/rows/sales.ts'
import { setPlaces } from '../lead-places/lead-places.queries.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { openLeadFiles } from './lead-files.testing.ts'

/** Texts that spreadsheets, CSV and forms may produce. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\'"“,;\t\r\n aé1'), maxLength: 8 }),
  fc.string({ maxLength: 20 }).map((odd) => odd.replaceAll('\0', '')),
  fc.constantFrom('=1+1', "'=1", "''+44", '-', ' padded ', '1.00091E+11', 'LL7', 'x'.repeat(400)),
)
const orNull = fc.option(text)
const lead = fc.record({
  street_address: text,
  postcode: text,
  household_size: fc.option(fc.nat()),
  voucher_value: fc.nat({ max: 9_999_999_999 }).map((pence) => (pence / 100).toFixed(2)),
  contact_name: orNull,
  contact_phone: orNull,
  contact_email: orNull,
  notes: orNull,
  area: orNull,
  crm_contact_id: fc.option(fc.uuid()),
  crm_provider: fc.constantFrom('sandbox' as const, 'gohighlevel' as const),
})
const uprn = fc.option(fc.integer({ min: 1, max: 3 }))

describe.each(DATABASES)('the export of leads from the %s database', (kind) => {
  let database: FreshDatabase
  let files: ReturnType<typeof openLeadFiles>
  beforeAll(async () => {
    database = await freshDatabase(kind)
    files = openLeadFiles(database.db)
  })
  afterAll(async () => {
    await files?.close()
    await database?.close()
  })
  beforeEach(() => database.db.deleteFrom('leads').execute())

  const add = async (
    values: Partial<Insertable<LeadRow>> & { street_address: string },
    uprn: number | null,
  ) => {
    const { id } = await addLead(database.db, values.street_address, values)
    if (uprn !== null)
      await setPlaces(database.db, [
        { lead_id: id, uprn, lat: null, lon: null, point_source: null, premises_match: 'given' },
      ])
  }

  test('has the header that an import reads, and protects formulas and UPRNs from spreadsheets', async () => {
    await add(
      {
        street_address: '=cmd|1 Mill Lane',
        contact_phone: '+44 7700',
        postcode: 'LL79 1AB',
        created_at: '2026-11-20T10:00:00.000Z',
      },
      100091234567,
    )
    const { body, headers } = await files.get('/export')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const [header, row, end] = body.split('\r\n')
    expect(header).toBe(
      '\uFEFFid,street_address,postcode,household_size,voucher_value,status,priority,contact_name,contact_phone,contact_email,notes,area,created_at,updated_at,uprn,uprn_text,crm_contact_id',
    )
    expect(row).toContain(
      ",'=cmd|1 Mill Lane,LL79 1AB,,1500,new,medium,,'+44 7700,,,,2026-11-20T10:00:00.000Z,",
    )
    expect(row?.endsWith(',100091234567,uprn100091234567,')).toBe(true)
    expect(end).toBe('')
  })

  test('is imported without any change, whatever the leads contain', async () => {
    const property = fc.asyncProperty(fc.array(fc.tuple(lead, uprn), { maxLength: 6 }), async (leads) => {
      await database.db.deleteFrom('leads').execute()
      for (const [values, known] of leads) await add(values, known)
      const { rows, hash: _hash, columns: _columns, ...counts } = await files.plan(await files.exported())
      expect({ rows: rows.filter(({ action }) => action !== 'unchanged'), ...counts }).toEqual({
        rows: [],
        create: 0,
        update: 0,
        unchanged: leads.length,
        skip: 0,
        conflict: 0,
        warnings: [],
      })
    })
    await fc.assert(property, { numRuns: 60 })
  })

  test('has every lead once, however many pages there are', async () => {
    const moment = '2026-11-20T10:00:00.000Z'
    await database.db
      .insertInto('leads')
      .values(
        Array.from({ length: 1_203 }, (_lead, at) => ({
          street_address: `${at} Mill Lane`,
          postcode: '',
          voucher_value: 0,
          created_at: moment,
        })),
      )
      .execute()
    const lines = (await files.exported()).trimEnd().split('\r\n')
    expect(new Set(lines).size).toBe(1_204)
  })
})
