import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { leadIds, sandboxTables, silentLog } from '../push/sales.testing.ts'
import { type ClaimedEvent, claimEvents, storeEvents } from './crm-events.queries.ts'
import { workOffEvents } from './work-off-events.job.ts'

const CONTACT = 'sample-001'
const LONG_AGO = '2026-01-01T00:00:00.000Z'

describe('A contact that changed in the CRM', () => {
  let database: FreshDatabase
  let wakes = 0

  beforeAll(async () => {
    database = await freshDatabase('postgres')
    await pullLeads(context())
  })
  afterAll(() => database?.close())
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
  const storeEvent = (record_id: string, webhook_id = record_id) => {
    const event = { type: 'ContactUpdate', record_kind: 'contact', record_id, sent_at: null } as const
    return storeEvents(database.db, [{ ...event, webhook_id }])
  }
  const workOff = (over = {}) => workOffEvents({ ...context(), ...over }, new AbortController().signal)
  const applyEvent = async (record_id: string) => {
    await storeEvent(record_id)
    await workOff()
    return database.db.selectFrom('crm_events').select('state').execute()
  }
  const leadOf = (contact: string) =>
    database.db.selectFrom('leads').select('id').where('crm_contact_id', '=', contact).executeTakeFirst()

  it('updates its lead, which keeps our status', async () => {
    const lead = database.db.updateTable('leads').set({ status: 'qualified' })
    await lead.where('crm_contact_id', '=', CONTACT).execute()
    const contact = sandboxTables(database.db).updateTable('contacts').set({ phone: '01632 960999' })
    await contact.where('id', '=', CONTACT).execute()
    expect(await applyEvent(CONTACT)).toEqual([{ state: 'done' }])
    const known = database.db.selectFrom('leads').selectAll().where('crm_contact_id', '=', CONTACT)
    expect(await known.executeTakeFirst()).toMatchObject({
      contact_phone: '01632 960999',
      status: 'qualified',
    })
    expect(wakes).toBe(1)
  })

  describe('if it is no longer a lead there,', () => {
    const removeFromLeads = (id: string) =>
      sandboxTables(database.db)
        .updateTable('contacts')
        .set({ is_lead: false })
        .where('id', '=', id)
        .execute()

    it('loses its lead on every phone', async () => {
      const lead = await leadOf('sample-002')
      await removeFromLeads('sample-002')
      expect(await applyEvent('sample-002')).toEqual([{ state: 'done' }])
      expect(await leadOf('sample-002')).toBeUndefined()
      const deletions = database.db.selectFrom('changes').select('record').where('type', '=', 'DELETE')
      expect(await deletions.execute()).toEqual([{ record: expect.objectContaining({ id: lead?.id }) }])
      expect(wakes).toBe(1)
    })

    it('keeps a lead that a sale names', async () => {
      const lead = await leadOf('sample-003')
      const sale = database.db.insertInto('opportunities').values({ session_id: 'sale_1', lead_id: lead?.id })
      await sale.execute()
      await removeFromLeads('sample-003')
      expect(await applyEvent('sample-003')).toEqual([{ state: 'done' }])
      expect(await leadOf('sample-003')).toEqual(lead)
    })
  })

  it('stays a lead if it was one again before the first response arrived', async () => {
    const crm = createSandboxCrm(database.db)
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
    const { promise: noLead, resolve: answer } = Promise.withResolvers<{ ok: true; value: null }>()
    const late = {
      ...crm,
      readLead: vi.fn(crm.readLead).mockImplementationOnce(() => {
        asked()
        return noLead
      }),
    }
    await storeEvent('sample-004', 'tag taken off')
    const first = workOff({ crm: late })
    await isAsked
    await storeEvent('sample-004', 'tag put back')
    await workOff({ crm: late })
    answer({ ok: true, value: null })
    await first
    expect(await leadOf('sample-004')).toBeDefined()
    const events = database.db.selectFrom('crm_events').select('state').execute()
    expect(await events).toEqual([{ state: 'done' }, { state: 'done' }])
  })

  it('is read by one worker at a time, even if two claim at once', async () => {
    const claim = () => claimEvents(database.db, 1, 60_000)
    for (let turn = 0; turn < 100; turn++) {
      await database.db.deleteFrom('crm_events').execute()
      await storeEvent('sample-005', 'first')
      const both = await Promise.all([claim(), storeEvent('sample-005', 'second').then(claim)])
      expect(both.flat().length).toBeLessThan(2)
    }
  })

  it('is read again if its worker dies', async () => {
    await storeEvent('sample-005', 'first')
    const [dead] = await claimEvents(database.db, 1, 60_000)
    await storeEvent('sample-005', 'second')
    expect(await claimEvents(database.db, 1, 60_000)).toEqual([])
    await database.db.updateTable('crm_events').set({ leased_until: LONG_AGO }).execute()
    const [claimed] = await claimEvents(database.db, 1, 60_000)
    expect(claimed?.id).toBeGreaterThan((dead as ClaimedEvent).id)
  })

  it('changes nothing if it is unknown', async () => {
    const before = await leadIds(database.db)
    expect(await applyEvent('unknown')).toEqual([{ state: 'done' }])
    expect(await leadIds(database.db)).toEqual(before)
    expect(wakes).toBe(0)
  })
})
