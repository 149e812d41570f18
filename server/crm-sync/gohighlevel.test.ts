import { describe, expect, test } from 'vitest'
import { storeEvents } from './events/crm-events.queries.ts'
import { workOffEvents } from './events/work-off-events.job.ts'
import { changeFeed, GONE, LEADS, useGoHighLevel } from './gohighlevel.testing.ts'
import { leadIds, silentLog, writeSale } from './push/sales.testing.ts'

describe('With GoHighLevel as the CRM,', () => {
  const { db, double, crm, push, ask, firstLead, openSale } = useGoHighLevel()

  test('all pages of leads are pulled, and then only changes', async () => {
    expect(await ask('POST', 'sync-leads')).toEqual([200, { success: true, syncedCount: LEADS }])
    expect(await leadIds(db())).toHaveLength(LEADS)
    expect(await ask('POST', 'sync-leads')).toEqual([200, { success: true, syncedCount: 0 }])
  })

  test('a sale becomes an opportunity and is won', async () => {
    await openSale()
    const [status, created] = await ask('POST', 'create-opportunity', { sessionId: 'sale_1' })
    const [held] = double().opportunities()
    expect([status, created]).toEqual([200, { success: true, ghlOpportunityId: held?.id }])
    await writeSale(db(), { session_id: 'sale_1', lead_id: null, status: 'closed-won' })
    expect(await ask('PUT', 'update-opportunity', { sessionId: 'sale_1' })).toEqual([200, { success: true }])
    expect(double().opportunities()).toMatchObject([{ id: held?.id, status: 'won' }])
  })

  test.each(GONE)('a deleted opportunity is created again if its id is %s', async (goneIds) => {
    await openSale()
    expect(await push('sale_1')).toMatchObject({ ok: true })
    double().state.opportunities.clear()
    double().state.goneIds = goneIds
    await writeSale(db(), {
      session_id: 'sale_1',
      lead_id: await firstLead(),
      status: 'closed-won',
    })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(double().opportunities()).toMatchObject([{ status: 'won' }])
  })

  test('a won sale and its lead stay won if the deal moves to another pipeline', async () => {
    await openSale()
    const sold = db().selectFrom('leads').select('status').where('status', '=', 'closed-won')
    const won = { status: 'closed-won', closed_by: 'agent' } as const
    await writeSale(db(), { session_id: 'sale_1', lead_id: await firstLead(), ...won })
    await db()
      .updateTable('leads')
      .set({ status: 'closed-won' })
      .where('id', '=', await firstLead())
      .execute()
    expect(await push('sale_1')).toMatchObject({ ok: true })
    const [{ id: record_id } = { id: '' }] = double().opportunities()
    const applyChange = async (change: { pipelineId: string; status: 'open' | 'lost' }) => {
      double().changeOpportunity(record_id, change)
      const event = {
        type: 'OpportunityUpdate',
        record_kind: 'opportunity',
        record_id,
        sent_at: null,
      } as const
      await storeEvents(db(), [{ ...event, webhook_id: change.pipelineId }])
      await workOffEvents({ db: db(), crm: crm(), changeFeed, log: silentLog }, new AbortController().signal)
      return db().selectFrom('opportunities').select('status').executeTakeFirst()
    }
    expect(await applyChange({ pipelineId: 'installations', status: 'open' })).toEqual({
      status: 'closed-won',
    })
    expect(await sold.execute()).toHaveLength(1)
    expect(await applyChange({ pipelineId: double().pipelineId, status: 'lost' })).toEqual({
      status: 'closed-lost',
    })
    expect(await sold.execute()).toHaveLength(0)
  })

  test('a household is no longer a lead without its tag, and is one again with it', async () => {
    await ask('POST', 'sync-leads')
    const [contact] = double().contacts()
    if (!contact) throw new Error('There is no contact.')
    const { id: record_id, tags } = contact
    const leadsAfter = async (type: string) => {
      const event = { type, record_kind: 'contact', record_id, sent_at: null, webhook_id: type } as const
      await storeEvents(db(), [event])
      await workOffEvents({ db: db(), crm: crm(), changeFeed, log: silentLog }, new AbortController().signal)
      const lead = db().selectFrom('leads').select('street_address').where('crm_contact_id', '=', record_id)
      return lead.execute()
    }
    contact.tags = ['do-not-call']
    expect(await leadsAfter('ContactTagUpdate')).toEqual([])
    contact.tags = tags
    expect(await leadsAfter('ContactUpdate')).toEqual([{ street_address: contact.address1 }])
  })

  test('the checks of credentials and connection pass', async () => {
    for (const [method, endpoint] of [
      ['POST', 'check-credentials'],
      ['GET', 'diagnostics'],
    ] as const)
      expect(await ask(method, endpoint)).toMatchObject([200, { success: true, provider: 'gohighlevel' }])
  })
})
