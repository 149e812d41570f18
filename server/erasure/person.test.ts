import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CrmSale } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { readEveryRow } from '../testing/every-row.ts'
import { addLead } from '../testing/live-server.ts'
import { runCommandHere } from '../testing/run-command-here.ts'
import { erasePerson, findPerson } from './person.queries.ts'

const SIGNATURE = 'data:image/png;base64,iVBORw0KGgo='
/** Matches only in rows about this person. */
const TRACES = /mara|quill|07700 ?900 ?123|447700900123|ID-4711|iVBORw0KGgo/i

const IN_CRM: CrmSale = {
  sessionId: 'sale_1',
  status: 'closed-won',
  contactId: null,
  lead: null,
  location: '7 Quill Lane',
  customerName: 'Mara Quill',
  customerEmail: 'mara@example.com',
  customerPhone: '07700900123',
  servicePackageName: null,
  voucherAmount: 0,
  totalValue: 0,
  contractSigned: true,
  cancelled: false,
}

test('Nothing is erased if the argument is blank, and the command prints its usage', async () => {
  const { code, errors } = await runCommandHere({}, ['erase', ' ', '--yes'])
  expect(code).toBe(78)
  expect(errors).toContain('doorstep erase WHOM')
})

describe('A person', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
    const { db } = database
    const lead = await addLead(db, '7 Quill Lane', {
      contact_name: 'Mara Quill',
      contact_phone: '+44 7700 900123',
    })
    await addLead(db, '8 Other Street', { contact_name: 'Somebody Else', contact_email: 'else@example.com' })
    const sale = {
      customer_name: 'Mara Quill',
      customer_email: 'Mara@example.com',
      customer_phone: '07700900123',
    }
    await db
      .insertInto('opportunities')
      .values([
        { session_id: 'sale_1', lead_id: lead.id, ...sale, customer_id_number: 'ID-4711' },
        { session_id: 'sale_2', customer_name: 'Somebody Else', customer_email: 'else@example.com' },
      ])
      .execute()
    await db
      .updateTable('opportunities')
      .set({ status: 'closed-won', closed_by: 'agent', contract_signature: SIGNATURE, sealed: true })
      .where('session_id', '=', 'sale_1')
      .execute()
    await db
      .insertInto('applied_calls')
      .values({ session_id: 'sale_1', sequence: 1, status: 201, answer: JSON.stringify(sale) })
      .execute()
    await db
      .insertInto('deliveries')
      .values({ target: 'automation', session_id: 'sale_1', sequence: 1, payload: JSON.stringify(sale) })
      .execute()
    await createSandboxCrm(db).createOpportunity(IN_CRM)
  })
  afterAll(() => database?.close())

  const traces = async () => {
    const rows = await readEveryRow(database.db)
    return Object.entries(rows).flatMap(([table, texts]) =>
      texts.some((text) => TRACES.test(text)) ? [table] : [],
    )
  }

  test('is found by email and by phone number in any spelling', async () => {
    const expected = { sales: [{ session_id: 'sale_1' }], leads: [{ street_address: '7 Quill Lane' }] }
    for (const whom of ['mara@EXAMPLE.com', '07700 900 123', '+447700900123'])
      expect(await findPerson(database.db, whom)).toMatchObject(expected)
    for (const whom of ['unknown@example.com', '123', ''])
      expect(await findPerson(database.db, whom)).toEqual({ sales: [], leads: [], copies: [] })
  })

  test('is erased from every table, and no one else is', async () => {
    expect(await traces()).toEqual([
      'public.applied_calls',
      'public.changes',
      'public.deliveries',
      'public.leads',
      'public.opportunities',
      'sandbox_crm.contacts',
      'sandbox_crm.opportunities',
    ])
    const { sales, leads } = await erasePerson(database.db, 'mara@example.com')
    expect(await traces()).toEqual([])
    const left = await database.db.selectFrom('opportunities').select('session_id').execute()
    expect(left).toEqual([{ session_id: 'sale_2' }])
    const gone = await database.db
      .selectFrom('changes')
      .select(['table_name', 'record'])
      .where('type', '=', 'DELETE')
      .orderBy('id')
      .execute()
    expect(gone).toEqual([
      { table_name: 'opportunities', record: { id: sales[0]?.id } },
      { table_name: 'leads', record: { id: leads[0]?.id } },
    ])
  })

  describe('with more text in those fields', () => {
    beforeAll(async () => {
      await database.db
        .insertInto('opportunities')
        .values([
          { session_id: 'plain', customer_email: 'mara@example.com', customer_phone: '01632 960001 ext 12' },
          {
            session_id: 'more',
            customer_email: 'Mara Jones <Mara@Example.com>.',
            customer_phone: '01632 960001 / 07700 900123',
          },
          { session_id: 'longer', customer_email: 'jo.mara@example.com', customer_phone: '01632 960011' },
          { session_id: 'abroad', customer_email: 'mara@example.com.au', customer_phone: '' },
          { session_id: 'blank', customer_email: '', customer_phone: ' ' },
          { session_id: 'short', customer_phone: '01588 672' },
          { session_id: 'swapped', customer_email: '07700 900123', customer_phone: 'mara@example.com' },
          { session_id: 'quoted', customer_email: "'mara@example.com'", customer_phone: '' },
          { session_id: 'irish', customer_email: "o'mara@example.com", customer_phone: '' },
          { session_id: 'numbered', customer_email: 'jo01588672@example.com', customer_phone: '' },
        ])
        .execute()
    })

    test.each([
      ['mara@example.com', ['plain', 'more', 'swapped', 'quoted']],
      ['+44 1632 960001', ['plain', 'more']],
      ['07700 900123', ['more', 'swapped']],
      ['01588-672', ['short']],
      ['01632', []],
      ['flat 01588672', []],
      ['@example.com', []],
      ['m.ra@example.com', []],
      [' ', []],
    ])('is found by "%s", and no one else is', async (whom, sessions) => {
      const { sales } = await findPerson(database.db, whom)
      expect(sales.map(({ session_id }) => session_id).toSorted()).toEqual(sessions.toSorted())
    })
  })
})
