import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CrmLead } from '#crm/port.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { storeLeads } from './store-leads.ts'

const CONTACT: CrmLead = {
  contactId: 'c1',
  street_address: '12 Mill Road',
  postcode: 'LL79 1AB',
  household_size: null,
  voucher_value: null,
  priority: null,
  contact_name: 'Megan Pritchard',
  contact_phone: null,
  contact_email: null,
  notes: null,
  area: null,
  createdAt: '2026-09-01T08:00:00.000Z',
}

describe.each(DATABASES)('A pull, in the %s database,', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await database.db.deleteFrom('leads').execute()
  })

  /** Imports a lead from a lead file, without a contact. */
  const imports = (street_address: string, values: { postcode?: string; crm_contact_id?: string } = {}) =>
    sql`
      insert into leads (street_address, postcode, crm_provider, crm_contact_id)
      values (${street_address}, ${values.postcode ?? 'LL79 1AB'}, 'sandbox', ${values.crm_contact_id ?? null})`.execute(
      database.db,
    )
  const pull = (...contacts: CrmLead[]) =>
    database.db.transaction().execute((tx) => storeLeads(tx, 'sandbox', contacts))
  const leads = () =>
    database.db
      .selectFrom('leads')
      .select(['street_address', 'crm_contact_id', 'contact_name', 'notes'])
      .orderBy('created_at')
      .orderBy('crm_contact_id')
      .execute()

  test('updates the lead from a file at the same address, however it is spelt, and adds no second one', async () => {
    await imports('12 mill rd', { postcode: 'll791ab' })
    await pull(CONTACT)
    await pull({ ...CONTACT, notes: 'Has a dog' })
    expect(await leads()).toEqual([
      {
        street_address: '12 Mill Road',
        crm_contact_id: 'c1',
        contact_name: 'Megan Pritchard',
        notes: 'Has a dog',
      },
    ])
  })

  test('never merges another flat, a lead with a contact, or two possible leads', async () => {
    await imports('Flat 2, 12 Mill Road')
    await imports('14 Mill Road', { crm_contact_id: 'c9' })
    await imports('16 Mill Road')
    await imports('16 Mill Rd')
    await imports('18 Mill Road')
    const at = (contactId: string, street_address: string) => ({ ...CONTACT, contactId, street_address })
    await pull(
      CONTACT,
      at('c2', '14 Mill Road'),
      at('c3', '16 Mill Road'),
      at('c4', '18 Mill Road'),
      at('c5', '18 Mill Rd'),
    )
    const contacts = (await leads()).map(({ crm_contact_id }) => crm_contact_id)
    expect(contacts.filter((contact) => contact === null)).toHaveLength(4)
    expect(contacts.filter(Boolean).toSorted()).toEqual(['c1', 'c2', 'c3', 'c4', 'c5', 'c9'])
  })
})
