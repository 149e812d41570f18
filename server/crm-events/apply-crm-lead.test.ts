import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { pullLeads } from '../ghl-sync/pull-leads.ts'
import { leadIds, sandboxTables, silentLog } from '../ghl-sync/sales.testing.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { storeEvents } from './crm-events.queries.ts'
import { workOffEvents } from './work-off-events.job.ts'

const CONTACT = 'sample-001'

describe.each(DATABASES)('What the CRM says of a contact, on the %s database,', (kind) => {
  let database: FreshDatabase
  let wakes = 0

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await pullLeads(context())
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    wakes = 0
    await database.db.deleteFrom('crm_events').execute()
  })

  const context = () => ({
    db: database.db,
    crm: createSandboxCrm(database.db),
    changeFeed: { wake: () => (wakes += 1) } as never,
    log: silentLog,
  })
  const hearOf = async (record_id: string) => {
    const event = { type: 'ContactUpdate', record_kind: 'contact', record_id, sent_at: null } as const
    await storeEvents(database.db, [{ ...event, webhook_id: record_id }])
    await workOffEvents(context(), new AbortController().signal)
    return database.db.selectFrom('crm_events').select('state').execute()
  }

  it('is brought to its lead, whose status stays ours', async () => {
    const lead = database.db.updateTable('leads').set({ status: 'qualified' })
    await lead.where('crm_contact_id', '=', CONTACT).execute()
    const contact = sandboxTables(database.db).updateTable('contacts').set({ phone: '01632 960999' })
    await contact.where('id', '=', CONTACT).execute()
    expect(await hearOf(CONTACT)).toEqual([{ state: 'done' }])
    const known = database.db.selectFrom('leads').selectAll().where('crm_contact_id', '=', CONTACT)
    expect(await known.executeTakeFirst()).toMatchObject({
      contact_phone: '01632 960999',
      status: 'qualified',
    })
    expect(wakes).toBe(1)
  })

  describe('when it is no lead there any more,', () => {
    const strikeOff = (id: string) =>
      sandboxTables(database.db)
        .updateTable('contacts')
        .set({ is_lead: false })
        .where('id', '=', id)
        .execute()
    const leadOf = (contact: string) =>
      database.db.selectFrom('leads').select('id').where('crm_contact_id', '=', contact).executeTakeFirst()

    it('takes its lead off every list', async () => {
      const lead = await leadOf('sample-002')
      await strikeOff('sample-002')
      expect(await hearOf('sample-002')).toEqual([{ state: 'done' }])
      expect(await leadOf('sample-002')).toBeUndefined()
      const told = database.db.selectFrom('changes').select('record').where('type', '=', 'DELETE')
      expect(await told.execute()).toEqual([{ record: expect.objectContaining({ id: lead?.id }) }])
      expect(wakes).toBe(1)
    })

    it('leaves the lead that a sale names', async () => {
      const lead = await leadOf('sample-003')
      const sale = database.db.insertInto('opportunities').values({ session_id: 'sale_1', lead_id: lead?.id })
      await sale.execute()
      await strikeOff('sample-003')
      expect(await hearOf('sample-003')).toEqual([{ state: 'done' }])
      expect(await leadOf('sample-003')).toEqual(lead)
    })
  })

  it('changes nothing when it is nobody to call on', async () => {
    const before = await leadIds(database.db)
    expect(await hearOf('unknown')).toEqual([{ state: 'done' }])
    expect(await leadIds(database.db)).toEqual(before)
    expect(wakes).toBe(0)
  })
})
