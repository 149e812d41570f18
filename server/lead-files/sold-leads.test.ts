import { beforeEach, describe, expect, test } from 'vitest'
import { useGoHighLevel } from '../crm-sync/gohighlevel.testing.ts'
import { usePushes } from '../crm-sync/push/pushes.testing.ts'
import { writeSale } from '../crm-sync/push/sales.testing.ts'
import type { Db } from '../db/schema.ts'
import { DATABASES } from '../testing/databases.ts'
import { csv, openLeadFiles } from './lead-files.testing.ts'

const FILE = csv(
  'Address,Postcode,Voucher,Name,Email',
  '1 Oak Hill,LL79 1AB,1500,Mara Quill,mara@example.org',
)

/** Imports one lead without a contact, and returns its id. */
async function importLead(db: Db, provider: 'sandbox' | 'gohighlevel'): Promise<string> {
  const files = openLeadFiles(db, provider)
  await files.apply(FILE)
  await files.close()
  return (await leadsAt(db))[0]?.id ?? ''
}

const leadsAt = (db: Db) =>
  db
    .selectFrom('leads')
    .select(['id', 'crm_provider', 'crm_contact_id'])
    .where('street_address', '=', '1 Oak Hill')
    .execute()

describe('A lead of a lead file, sold with GoHighLevel as the CRM,', () => {
  const { db, double, push, ask, recover } = useGoHighLevel()
  beforeEach(() => db().deleteFrom('leads').execute())

  test('gets a contact by the push, and later pulls update that lead instead of adding one', async () => {
    const id = await importLead(db(), 'gohighlevel')
    await writeSale(db(), { session_id: 'sale_1', lead_id: id, customer_name: 'Mara Quill' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    const contact = double().contacts().at(-1)
    expect(contact).toMatchObject({
      address1: '1 Oak Hill',
      postalCode: 'LL79 1AB',
      email: 'mara@example.org',
      firstName: 'Mara',
    })
    expect(double().opportunities()).toMatchObject([{ contactId: contact?.id, status: 'open' }])
    await ask('POST', 'sync-leads')
    expect(await leadsAt(db())).toEqual([{ id, crm_provider: 'gohighlevel', crm_contact_id: contact?.id }])
    await writeSale(db(), { session_id: 'sale_1', lead_id: id, status: 'closed-won' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(double().opportunities()).toMatchObject([{ contactId: contact?.id, status: 'won' }])
  })

  test('is not doubled by a pull while its contact exists but its opportunity does not', async () => {
    const id = await importLead(db(), 'gohighlevel')
    await writeSale(db(), { session_id: 'sale_1', lead_id: id })
    double().setFaults(({ operation }) => (operation === 'create-opportunity' ? 'server-error' : undefined))
    expect(await push('sale_1')).toMatchObject({ ok: false })
    await recover()
    // As if every contact were a lead.
    double().contacts().at(-1)?.tags.push(double().leadTag)
    await ask('POST', 'sync-leads')
    expect(await leadsAt(db())).toHaveLength(1)
    expect(await push('sale_1')).toMatchObject({ ok: true })
    await ask('POST', 'sync-leads')
    expect(await leadsAt(db())).toEqual([
      { id, crm_provider: 'gohighlevel', crm_contact_id: expect.any(String) },
    ])
  })

  test('stays when the leads of another CRM are removed', async () => {
    for (const { tags, address1 } of double().contacts()) if (address1 === '1 Oak Hill') tags.length = 0
    await importLead(db(), 'sandbox')
    await ask('POST', 'sync-leads')
    expect(await leadsAt(db())).toHaveLength(1)
  })
})

describe.each(DATABASES)('A lead of a lead file, sold with the sandbox CRM in the %s database,', (kind) => {
  const { db, push, heldFor, saleOf } = usePushes(kind)

  test('gets a contact by the push', async () => {
    const id = await importLead(db(), 'sandbox')
    await writeSale(db(), {
      session_id: 'sale_1',
      lead_id: id,
      customer_name: 'Mara Quill',
      status: 'closed-won',
    })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    const [lead] = await leadsAt(db())
    expect(await heldFor('sale_1')).toEqual([[lead?.crm_contact_id, 'won']])
    expect(await saleOf('sale_1')).toMatchObject({ ghl_opportunity_id: expect.any(String) })
  })

  test('gets a contact by the push if the contact in its file is not in the CRM', async () => {
    const files = openLeadFiles(db(), 'sandbox')
    await files.apply(csv('Address,Postcode,Contact Id', '2 Oak Hill,LL79 1AB,of-another-crm'))
    await files.close()
    const lead = () =>
      db()
        .selectFrom('leads')
        .select(['id', 'crm_contact_id'])
        .where('street_address', '=', '2 Oak Hill')
        .executeTakeFirstOrThrow()
    const { id, crm_contact_id } = await lead()
    expect(crm_contact_id).toBe('of-another-crm')
    await writeSale(db(), { session_id: 'sale_2', lead_id: id, customer_name: 'Ada Ward' })
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await heldFor('sale_2')).toEqual([[(await lead()).crm_contact_id, 'open']])
    expect((await lead()).crm_contact_id).toBe('walk-in-sale_2')
  })
})
