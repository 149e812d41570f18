import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressKey } from '#domain/street/address.ts'
import type { LeadImport } from '#protocol/lead-files.ts'
import { insertEntries } from '../street/register/entries.queries.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { addLead } from '../testing/live-server.ts'
import { applyImport } from './apply-import.ts'
import { csv, openLeadFiles } from './lead-files.testing.ts'
import { openLeadFile } from './open-lead-file.ts'

const HEADER = 'Address 1,Postcode,Voucher,UPRN,Area,Name'
const TWO = csv(
  HEADER,
  '1 Mill Lane,LL79 1AB,£1500,100091234567,Greenfield,Mara Quill',
  '2 Mill Lane,ll791ab,,,,',
)
const ENTRY = {
  scope: 'household',
  reason: 'asked',
  source: 'phone',
  at: '2026-11-20T10:00:00.000Z',
  phone: null,
  uprn: null,
  address_key: null,
  street_key: null,
  postcodes: null,
} as const
const NONE = { create: 0, update: 0, unchanged: 0, skip: 0, conflict: 0 }

describe.each(DATABASES)('lead files in the %s database', (kind) => {
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
  beforeEach(async () => {
    for (const table of ['leads', 'lead_imports', 'changes'] as const)
      await database.db.deleteFrom(table).execute()
  })

  const leads = () =>
    database.db
      .selectFrom('leads')
      .leftJoin('lead_places', 'lead_id', 'id')
      .select(['street_address', 'postcode', 'voucher_value', 'status', 'contact_name', 'notes', 'uprn'])
      .orderBy('street_address')
      .execute()

  test('are planned by a dry run, which writes nothing', async () => {
    const plan = await files.plan(TWO)
    expect(plan).toMatchObject({
      ...NONE,
      create: 2,
      hash: expect.stringMatching(/^[\da-f]{64}$/),
      columns: [{ name: 'Address 1', field: 'street_address' }, {}, {}, {}, {}, {}],
      rows: [
        { line: 2, action: 'create', door: '1 Mill Lane, LL79 1AB' },
        { line: 3, action: 'create', door: '2 Mill Lane, LL79 1AB' },
      ],
      warnings: [],
    })
    expect(await leads()).toEqual([])
    expect((await files.plan(TWO)).hash).toBe(plan.hash)
  })

  test('are applied by the hash, once, and reach the phones as changes', async () => {
    const { hash } = await files.plan(TWO)
    const applied = await files.apply(TWO, hash)
    expect(applied.statusCode).toBe(200)
    expect(applied.json()).toMatchObject({ ...NONE, create: 2, hash })
    expect(await leads()).toEqual([
      expect.objectContaining({
        street_address: '1 Mill Lane',
        voucher_value: '1500.00',
        status: 'new',
        contact_name: 'Mara Quill',
        uprn: 100091234567,
      }),
      expect.objectContaining({
        street_address: '2 Mill Lane',
        postcode: 'LL79 1AB',
        voucher_value: '0.00',
        uprn: null,
      }),
    ])
    const changes = await database.db
      .selectFrom('changes')
      .select(['type', 'areas'])
      .where('table_name', '=', 'leads')
      .orderBy('id')
      .execute()
    expect(changes).toEqual([
      { type: 'INSERT', areas: ['Greenfield'] },
      { type: 'INSERT', areas: [''] },
    ])
    expect((await files.apply(TWO, hash)).json()).toMatchObject({ ...NONE, create: 2, hash })
    expect(await leads()).toHaveLength(2)
    expect(await files.plan(TWO)).toMatchObject({ ...NONE, unchanged: 2 })
  })

  test('show what they change of a lead, and never touch its status', async () => {
    const { id } = await addLead(database.db, '1 Mill Lane', {
      postcode: 'LL79 1AB',
      status: 'qualified',
      notes: 'Dog',
    })
    const file = csv('id,notes,status,household_size', `${id},,closed-won,4`)
    expect((await files.plan(file)).rows).toEqual([
      {
        line: 2,
        action: 'update',
        door: '1 Mill Lane, LL79 1AB',
        changes: [{ field: 'household_size', from: '', to: '4' }],
      },
    ])
    await files.apply(file)
    expect(await leads()).toMatchObject([{ status: 'qualified', notes: 'Dog' }])
  })

  test('are refused with the fresh plan if the leads have changed since the dry run', async () => {
    const { hash } = await files.plan(TWO)
    await addLead(database.db, '1 Mill Lane', { postcode: 'LL79 1AB' })
    const refused = await files.apply(TWO, hash)
    expect(refused.statusCode).toBe(409)
    const fresh = refused.json<LeadImport>()
    expect(fresh).toMatchObject({
      code: 'leads-changed',
      create: 1,
      update: 1,
      rows: [{ line: 2 }, { line: 3 }],
    })
    expect(await leads()).toHaveLength(1)
    expect((await files.apply(TWO, fresh.hash)).statusCode).toBe(200)
    expect(await leads()).toHaveLength(2)
  })

  test('create a lead again if it was erased after the same import', async () => {
    const { hash } = await files.plan(TWO)
    await files.apply(TWO, hash)
    await database.db.deleteFrom('leads').execute()
    expect((await files.plan(TWO)).hash).toBe(hash)
    await files.apply(TWO, hash)
    expect(await leads()).toHaveLength(2)
  })

  test('continue where they were interrupted', async () => {
    const rows = Array.from({ length: 1200 }, (_row, at) => `${at + 1} Mill Lane,LL79 1AB,,,,`)
    // Line 1102 repeats a door of the first batch.
    const file = csv(HEADER, ...rows.with(1100, '7 Mill Ln,LL791AB,,,,'))
    const { hash } = await files.plan(file)
    await database.db.schema
      .alterTable('leads')
      .addCheckConstraint('breaks', sql`street_address <> '600 Mill Lane'`)
      .execute()
    expect((await files.apply(file, hash)).statusCode).toBe(422)
    await database.db.schema.alterTable('leads').dropConstraint('breaks').execute()
    expect(await leads()).toHaveLength(500)
    expect((await files.get('/import')).json()).toMatchObject({
      hash,
      rows: 1200,
      done: 500,
      finished_at: null,
    })
    expect((await files.apply(file, hash)).json()).toMatchObject({ ...NONE, create: 1199, conflict: 1 })
    expect(await leads()).toHaveLength(1199)
    expect((await files.get('/import')).json()).toMatchObject({ done: 1200, finished_at: expect.any(String) })
  })

  test('start over if what was written before an interruption was undone', async () => {
    const file = csv(
      HEADER,
      ...Array.from({ length: 1200 }, (_row, at) => `${at + 1} Mill Lane,LL79 1AB,,,,`),
    )
    const { hash } = await files.plan(file)
    await database.db.schema
      .alterTable('leads')
      .addCheckConstraint('breaks', sql`street_address <> '600 Mill Lane'`)
      .execute()
    await files.apply(file, hash)
    await database.db.schema.alterTable('leads').dropConstraint('breaks').execute()
    expect(await leads()).toHaveLength(500)
    await database.db.deleteFrom('leads').execute()
    expect((await files.apply(file, hash)).json()).toMatchObject({ ...NONE, create: 1200 })
    expect(await leads()).toHaveLength(1200)
  })

  test('are applied once if the same call ends while this one is still planning', async () => {
    const opened = await openLeadFile(Buffer.from(TWO), undefined, 'sandbox')
    if (!opened.ok) throw new Error(opened.failure)
    const { hash } = await files.plan(TWO)
    const { batches } = opened.value.records
    let sameCall: Promise<unknown> | undefined
    opened.value.records.batches = async function* () {
      yield* batches()
      sameCall ??= files.apply(TWO, hash)
      await sameCall
    }
    const context = { db: database.db, changeFeed: { wake() {} } }
    const applied = await applyImport(context, { actor: 'operator' }, opened.value, hash)
    expect(applied).toMatchObject({ ok: true, value: { counts: { create: 2 } } })
    expect(await leads()).toHaveLength(2)
    expect((await files.get('/import')).json()).toMatchObject({ done: 2, finished_at: expect.any(String) })
  })

  test('do not double a door that two of them add at the same moment', async () => {
    const [one, other] = [
      csv(HEADER, '1 Mill Lane,LL79 1AB,,,,Mara'),
      csv(HEADER, '1 Mill Ln,LL791AB,,,,Ada'),
    ]
    const hashes = [(await files.plan(one)).hash, (await files.plan(other)).hash]
    const applied = await Promise.all([files.apply(one, hashes[0]), files.apply(other, hashes[1])])
    expect(applied.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await leads()).toHaveLength(1)
  })

  test('find a lead from any CRM, and keep its contact', async () => {
    await addLead(database.db, '1 Mill Lane', { postcode: 'LL79 1AB', crm_contact_id: 'c1' })
    const file = csv('Contact Id,Phone', 'c1,+447700900123', 'c2,+447700900124')
    expect(await files.plan(file)).toMatchObject({
      update: 1,
      skip: 1,
      rows: [
        { action: 'update' },
        { action: 'skip', reason: 'Address: missing', cells: ['c2', '+447700900124'] },
      ],
    })
    const elsewhere = csv('Address,Postcode,Contact Id', '1 Mill Lane,LL79 1AB,c9')
    expect((await files.plan(elsewhere)).rows).toMatchObject([{ action: 'conflict' }])
  })

  test('skip the rows of doors on the do-not-knock register, and count them', async () => {
    await addLead(database.db, '2 Elm Lane', { postcode: 'LL79 1AB' })
    await insertEntries(database.db, [
      { ...ENTRY, id: randomUUID(), address_key: addressKey('1 Elm Ln', 'LL791AB') },
      { ...ENTRY, id: randomUUID(), uprn: '777' },
    ])
    const file = csv(
      HEADER,
      '1 Elm Lane,LL79 1AB,,,,',
      '2 Elm Lane,LL79 1AB,,777,,',
      '3 Elm Lane,LL79 1AB,,,,',
    )
    const { hash, ...plan } = await files.plan(file)
    expect(plan).toMatchObject({
      create: 1,
      skip: 2,
      rows: [{ reason: 'On the do-not-knock register' }, { action: 'skip' }, {}],
    })
    expect((await files.apply(file, hash)).statusCode).toBe(200)
    expect((await leads()).map(({ street_address }) => street_address)).toEqual(['2 Elm Lane', '3 Elm Lane'])
  })

  test('use the columns that a person has set', async () => {
    const file = csv('Where,Code', '1 Mill Lane,LL79 1AB')
    expect(await files.plan(file)).toMatchObject({ skip: 1 })
    expect(await files.plan(file, '&columns=street_address,postcode')).toMatchObject({ create: 1 })
    const refused = await files.post('dry=1&columns=postcode,postcode', file)
    expect(refused.json()).toMatchObject({
      code: 'lead-file-unreadable',
      details: 'Two columns are set to postcode.',
    })
  })

  test('warn if no column holds an address', async () => {
    expect((await files.plan('Door|Postcode\n1 Mill Lane|LL79 1AB\n')).warnings).toEqual([
      expect.stringMatching(
        /^No column holds an address\. Name one column Address and one Postcode, and separate cells with commas/,
      ),
    ])
  })

  test('warn of an area that outgrows a phone', async () => {
    await database.db
      .insertInto('tallies')
      .values({ table_name: 'leads', area: 'Greenfield', count: 20_000 })
      .execute()
    expect((await files.plan(TWO)).warnings).toEqual([
      'The area Greenfield would have 20001 leads. A phone holds at most 20000 of one area.',
    ])
    await database.db.deleteFrom('tallies').execute()
  })

  test.each([
    ['without a key', 'dry=1', TWO, { apikey: '' }, 401, 'invalid-key'],
    ['without dry or hash', '', TWO, {}, 400, 'PGRST100'],
    ['with a hash that is none', 'hash=no', TWO, {}, 400, 'PGRST100'],
    ['as JSON', 'dry=1', '{}', { 'content-type': 'application/json' }, 415, 'unsupported-media-type'],
    ['without a row', 'dry=1', '', {}, 400, 'lead-file-unreadable'],
    ['with an unclosed quote', 'dry=1', 'a,b\n1,"2', {}, 400, 'lead-file-unreadable'],
  ])('are refused %s', async (_how, query, file, headers, status, code) => {
    const refused = await files.post(query, file, headers)
    expect([refused.statusCode, refused.json().code]).toEqual([status, code])
  })

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', ''])(
    'are refused as %j, with the type to send',
    async (type) => {
      const refused = await files.post('dry=1', TWO, { 'content-type': type })
      expect([refused.statusCode, refused.json().details]).toEqual([415, 'Send the file as text/csv.'])
    },
  )

  test('are refused while a process is busy with two others, and accepted again afterwards', async () => {
    const answers = await Promise.all([TWO, TWO, TWO].map((file) => files.post('dry=1', file)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 503])
    expect((await files.post('dry=1', TWO, { 'content-type': 'text/csv; charset=utf-8' })).statusCode).toBe(
      200,
    )
  })

  test('are refused beyond 32 MiB, with the limit', async () => {
    const refused = await files.post('dry=1', Buffer.alloc(33 * 1024 * 1024, 'a'))
    expect([refused.statusCode, refused.json().message]).toEqual([
      413,
      'A lead file may have at most 32 MiB and 100,000 rows. Split it.',
    ])
  })
})
