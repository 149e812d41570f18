import { describe, expect, test } from 'vitest'
import { LOST_RESPONSE, usePushes } from './pushes.testing.ts'
import { crmOpportunities } from './sales.testing.ts'

describe('A push to the CRM', () => {
  const { db, crm, newWorker, sandbox, lead, wakes, write, push, saleOf, ledgerOf, heldFor } =
    usePushes('postgres')

  test('creates the opportunity and stores its id, without a new revision of the sale', async () => {
    await write('sale_1')
    expect(await push('sale_1')).toMatchObject({ ok: true })
    const [opportunity] = await crmOpportunities(db(), 'sale_1')
    expect(opportunity).toMatchObject({ contact_id: 'sample-001', status: 'open', stage: 'Contacted' })
    expect(await saleOf('sale_1')).toMatchObject({
      ghl_opportunity_id: opportunity?.id,
      last_ghl_sync: expect.stringMatching(/^\d{4}-.*Z$/),
      revision: 1,
    })
    expect(wakes()).toBe(1)
  })

  test('updates the same opportunity with every later state', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { status: 'qualified' })
    await push('sale_1')
    await write('sale_1', { status: 'closed-won', customer_name: 'Ada Ward', total_value: 1294 })
    await push('sale_1')
    expect(await crmOpportunities(db(), 'sale_1')).toMatchObject([
      { status: 'won', stage: 'Won', name: 'Ada Ward', contract_signed: true },
    ])
  })

  test('names the opportunity after the address if customer_name is blank', async () => {
    await write('sale_1', { customer_location: '2 High St', customer_name: ' ' })
    await push('sale_1')
    expect(await crmOpportunities(db(), 'sale_1')).toMatchObject([{ name: '2 High St' }])
  })

  test('creates and wins the opportunity if the sale was won before its first push', async () => {
    await write('sale_1', { status: 'closed-won' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'won']])
  })

  test('abandons the first opportunity if the sale moves to another lead', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { lead_id: lead(1) })
    await push('sale_1')
    expect(await heldFor('sale_1')).toEqual([
      ['sample-001', 'abandoned'],
      ['sample-002', 'open'],
    ])
    const [, second] = await crmOpportunities(db(), 'sale_1')
    expect(await saleOf('sale_1')).toMatchObject({ ghl_opportunity_id: second?.id })
  })

  test('finds what it created if the response was lost and the lead has changed', async () => {
    crm().createOpportunity = async (sale) => {
      await sandbox().createOpportunity(sale)
      return LOST_RESPONSE
    }
    await write('sale_1')
    expect(await push('sale_1')).toMatchObject({ ok: false, failure: { message: 'No answer.' } })
    crm().createOpportunity = sandbox().createOpportunity
    await write('sale_1', { lead_id: lead(1) })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([
      ['sample-001', 'abandoned'],
      ['sample-002', 'open'],
    ])
  })

  test('writes changes made after it created the opportunity without an answer', async () => {
    crm().createOpportunity = async (sale) => {
      await sandbox().createOpportunity(sale)
      return LOST_RESPONSE
    }
    await write('sale_1', { customer_name: 'Ada Wrong' })
    await push('sale_1')
    crm().createOpportunity = sandbox().createOpportunity
    await write('sale_1', { customer_name: 'Ada Ward', total_value: 1294 })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await crmOpportunities(db(), 'sale_1')).toMatchObject([
      { name: 'Ada Ward', monetary_value: '1294.00', status: 'open' },
    ])
  })

  test('reopens an abandoned opportunity if the sale returns while the search still shows it as open', async () => {
    await write('sale_1')
    await push('sale_1')
    const { ghl_opportunity_id } = await saleOf('sale_1')
    await write('sale_1', { lead_id: lead(1) })
    await push('sale_1')
    crm().createOpportunity = async () => ({
      ok: true,
      value: { opportunityId: ghl_opportunity_id ?? '', contactId: 'sample-001' },
    })
    await write('sale_1')
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([
      ['sample-001', 'open'],
      ['sample-002', 'abandoned'],
    ])
  })

  test('ignores an id that a client wrote into the sale', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_2', { lead_id: lead(1) })
    const { ghl_opportunity_id } = await saleOf('sale_1')
    await db()
      .updateTable('opportunities')
      .set({ ghl_opportunity_id })
      .where('session_id', '=', 'sale_2')
      .execute()
    await push('sale_2')
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'open']])
    expect(await heldFor('sale_2')).toEqual([['sample-002', 'open']])
  })

  const gone = {
    ok: false,
    failure: { code: 'not-found', retry: 'never', message: 'Opportunity not found.', status: 404 },
  } as const

  test('should be retried while the CRM still returns a deleted opportunity', async () => {
    crm().createOpportunity = async () => ({
      ok: true,
      value: { opportunityId: 'deleted', contactId: 'sample-001' },
    })
    crm().updateOpportunity = async () => gone
    await write('sale_1', { status: 'closed-won' })
    expect(await push('sale_1')).toMatchObject({ ok: false, failure: { retry: 'later' } })
    Object.assign(crm(), sandbox())
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'won']])
  })

  test('is done if the sale is lost and the CRM has deleted its opportunity', async () => {
    await write('sale_1')
    await push('sale_1')
    crm().updateOpportunity = async () => gone
    await write('sale_1', { status: 'closed-lost', closed_by: 'crm' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'delivered' })
  })

  test('is parked if the sale no longer exists', async () => {
    await write('sale_1')
    await db().deleteFrom('opportunities').execute()
    expect(await push('sale_1')).toMatchObject({
      ok: false,
      failure: { message: 'The sale does not exist.' },
    })
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'parked' })
  })

  test('waits after a stop in the middle of a call, until the search shows the opportunity', async () => {
    const called = Promise.withResolvers<void>()
    const createOpportunity = () => {
      called.resolve()
      return new Promise<never>(() => {})
    }
    const worker = newWorker({ ...crm(), catchesUpMs: 3_600_000, createOpportunity })
    await write('sale_1')
    const pushed = worker.runNow('crm', 'sale_1')
    await called.promise
    await worker.stop()
    await pushed
    const { leased_until } = await ledgerOf('sale_1')
    expect(Date.parse(leased_until ?? '')).toBeGreaterThan(Date.now())
  })

  test('makes a contact for a sale without a lead, and moves it once it gets one', async () => {
    await write('sale_1', { lead_id: null })
    await push('sale_1')
    await write('sale_1', { lead_id: null, status: 'qualified' })
    await push('sale_1')
    await write('sale_1', { lead_id: lead(2) })
    await push('sale_1')
    expect(await heldFor('sale_1')).toEqual([
      ['walk-in-sale_1', 'abandoned'],
      ['sample-003', 'open'],
    ])
  })

  test('logs every call without personal data', async () => {
    await write('sale_1', { status: 'qualified', customer_name: 'Ada Ward' })
    await push('sale_1')
    crm().updateOpportunity = async () => LOST_RESPONSE
    await write('sale_1')
    await push('sale_1')
    const log = await db().selectFrom('ghl_sync_log').selectAll().orderBy('id').execute()
    const line = { direction: 'push', session_id: 'sale_1', lead_id: lead(0) }
    expect(log).toMatchObject([
      { ...line, operation: 'create_opportunity', status: 'success' },
      { ...line, operation: 'update_opportunity', status: 'success' },
      { ...line, operation: 'update_opportunity', status: 'error', message: 'No answer.' },
    ])
    expect(JSON.stringify(log)).not.toContain('Ada')
  })
})
