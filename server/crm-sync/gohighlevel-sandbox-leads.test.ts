import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GONE, LEADS, useGoHighLevel } from './gohighlevel.testing.ts'
import { forgetSales, leadIds, writeSale } from './push/sales.testing.ts'

describe('A lead from the sandbox after the change to GoHighLevel', () => {
  const { db, double, push, ask } = useGoHighLevel()

  let sandboxLead: string

  beforeEach(async () => {
    const { id } = await db()
      .insertInto('leads')
      .values({
        crm_provider: 'sandbox',
        crm_contact_id: 'sample-001',
        street_address: '7 Mill Lane',
        postcode: 'LL79 2AB',
        contact_name: 'Ada Byron',
        contact_email: 'ada.byron@example.org',
        contact_phone: '01632 960999',
        household_size: null,
        voucher_value: 1500,
        notes: null,
        area: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    sandboxLead = id
  })
  afterEach(async () => {
    await db().deleteFrom('opportunities').execute()
    await db().deleteFrom('leads').where('id', '=', sandboxLead).execute()
  })

  const madeContacts = () =>
    double()
      .contacts()
      .filter(({ email }) => email === 'ada.byron@example.org')

  test('gets one contact with its details, for all of its sales', async () => {
    await writeSale(db(), { session_id: 'sale_1', lead_id: sandboxLead })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    await writeSale(db(), { session_id: 'sale_2', lead_id: sandboxLead, customer_name: 'Eve Hill' })
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(madeContacts()).toMatchObject([
      {
        firstName: 'Ada',
        lastName: 'Byron',
        phone: '01632 960999',
        address1: '7 Mill Lane',
        postalCode: 'LL79 2AB',
        tags: [],
      },
    ])
    const [{ id: contactId } = { id: '' }] = madeContacts()
    expect(double().opportunities()).toMatchObject([{ contactId, name: 'Eve Hill' }])
    const lead = db().selectFrom('leads').selectAll().where('id', '=', sandboxLead)
    expect(await lead.executeTakeFirst()).toMatchObject({
      crm_provider: 'gohighlevel',
      crm_contact_id: contactId,
    })
  })

  test.each(GONE)('gets another contact if its own was deleted there and the id is %s', async (goneIds) => {
    double().state.goneIds = goneIds
    await db()
      .updateTable('leads')
      .set({ crm_provider: 'gohighlevel', crm_contact_id: 'deleted' })
      .where('id', '=', sandboxLead)
      .execute()
    await writeSale(db(), { session_id: 'sale_1', lead_id: sandboxLead })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    const [{ id: contactId } = { id: '' }] = madeContacts()
    expect(double().opportunities()).toMatchObject([{ contactId }])
    const lead = db().selectFrom('leads').selectAll().where('id', '=', sandboxLead)
    expect(await lead.executeTakeFirst()).toMatchObject({ crm_contact_id: contactId })
  })

  test('gets an opportunity in GoHighLevel if it has one in the sandbox', async () => {
    await writeSale(db(), { session_id: 'sale_1', lead_id: sandboxLead })
    await db()
      .insertInto('crm_links')
      .values({
        provider: 'sandbox',
        session_id: 'sale_1',
        contact_id: 'sample-001',
        opportunity_id: 'of the sandbox',
      })
      .execute()
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(double().opportunities()).toHaveLength(1)
  })

  test('is removed by the first complete pull, unless a sale names it', async () => {
    await writeSale(db(), { session_id: 'sale_1', lead_id: sandboxLead })
    await ask('POST', 'sync-leads')
    expect(await leadIds(db())).toContain(sandboxLead)
    await forgetSales(db())
    await ask('POST', 'sync-leads')
    expect(await leadIds(db())).not.toContain(sandboxLead)
    expect(await leadIds(db())).toHaveLength(LEADS)
  })
})
