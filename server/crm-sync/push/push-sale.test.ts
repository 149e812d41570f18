import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Crm } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { answeredByHand } from '../../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../../deliveries/deliveries.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { pushSaleJob } from './push-sale.job.ts'
import {
  crmOpportunities,
  forgetSales,
  leadIds,
  sandboxTables,
  silentLog,
  writeSale,
} from './sales.testing.ts'

const lost = {
  ok: false,
  failure: { code: 'network', retry: 'later', message: 'No answer.', status: null },
} as const

describe('A push to the CRM', () => {
  let database: FreshDatabase
  let sandbox: Crm
  let crm: Crm
  let leads: string[]
  let wakes = 0
  let deliveries: Deliveries
  const changeFeed = { wake: () => (wakes += 1) } as never

  beforeAll(async () => {
    database = await freshDatabase('postgres')
    sandbox = createSandboxCrm(database.db)
    await pullLeads({ db: database.db, crm: sandbox, changeFeed })
    leads = await leadIds(database.db)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    await forgetSales(database.db)
    crm = { ...sandbox }
    deliveries = createDeliveries({
      db: database.db,
      log: silentLog,
      handlers: {
        crm: pushSaleJob({ db: database.db, crm, changeFeed, log: silentLog }),
        automation: answeredByHand().handler,
      },
    })
  })
  afterEach(() => deliveries?.stop())

  const write = (session_id: string, rest: Partial<Parameters<typeof writeSale>[1]> = {}) =>
    writeSale(database.db, { session_id, lead_id: leads[0] ?? null, ...rest })
  const push = (sessionId: string) => deliveries.runNow('crm', sessionId)
  const saleOf = (sessionId: string) =>
    database.db
      .selectFrom('opportunities')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
  const ledgerOf = (sessionId: string) =>
    database.db
      .selectFrom('deliveries')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
  const heldFor = async (sessionId: string) =>
    (await crmOpportunities(database.db, sessionId)).map(({ contact_id, status }) => [contact_id, status])

  test('creates the opportunity and notes its id, without a new revision of the sale', async () => {
    await write('sale_1')
    wakes = 0
    expect(await push('sale_1')).toMatchObject({ ok: true })
    const [opportunity] = await crmOpportunities(database.db, 'sale_1')
    expect(opportunity).toMatchObject({ contact_id: 'sample-001', status: 'open', stage: 'Contacted' })
    expect(await saleOf('sale_1')).toMatchObject({
      ghl_opportunity_id: opportunity?.id,
      last_ghl_sync: expect.stringMatching(/^\d{4}-.*Z$/),
      revision: 1,
    })
    expect(wakes).toBe(1)
  })

  test('brings every later state to the same opportunity', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { status: 'qualified' })
    await push('sale_1')
    await write('sale_1', { status: 'closed-won', customer_name: 'Ada Ward', total_value: 1294 })
    await push('sale_1')
    expect(await crmOpportunities(database.db, 'sale_1')).toMatchObject([
      { status: 'won', stage: 'Won', name: 'Ada Ward', contract_signed: true },
    ])
  })

  test('calls a sale by its address whose name another client left blank', async () => {
    await write('sale_1', { customer_location: '2 High St', customer_name: ' ' })
    await push('sale_1')
    expect(await crmOpportunities(database.db, 'sale_1')).toMatchObject([{ name: '2 High St' }])
  })

  test('of a sale that was won before the CRM heard of it creates and wins it', async () => {
    await write('sale_1', { status: 'closed-won' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'won']])
  })

  test('after a change of lead abandons the first opportunity and gives the new contact one', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { lead_id: leads[1] ?? null })
    await push('sale_1')
    expect(await heldFor('sale_1')).toEqual([
      ['sample-001', 'abandoned'],
      ['sample-002', 'open'],
    ])
    const [, second] = await crmOpportunities(database.db, 'sale_1')
    expect(await saleOf('sale_1')).toMatchObject({ ghl_opportunity_id: second?.id })
  })

  test('finds what it created when the answer was lost, also after a change of lead', async () => {
    crm.createOpportunity = async (sale) => {
      await sandbox.createOpportunity(sale)
      return lost
    }
    await write('sale_1')
    expect(await push('sale_1')).toMatchObject({ ok: false, failure: { message: 'No answer.' } })
    crm.createOpportunity = sandbox.createOpportunity
    await write('sale_1', { lead_id: leads[1] ?? null })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([
      ['sample-001', 'abandoned'],
      ['sample-002', 'open'],
    ])
  })

  test('does not go by an id that a client wrote into the sale', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_2', { lead_id: leads[1] ?? null })
    const { ghl_opportunity_id } = await saleOf('sale_1')
    await database.db
      .updateTable('opportunities')
      .set({ ghl_opportunity_id })
      .where('session_id', '=', 'sale_2')
      .execute()
    await push('sale_2')
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'open']])
    expect(await heldFor('sale_2')).toEqual([['sample-002', 'open']])
  })

  test('supersedes an unfinished sale of the same lead, and tells the back office so', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_2')
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([])
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'open']])
    expect(await saleOf('sale_1')).toMatchObject({ ghl_opportunity_id: null })
    expect(await ledgerOf('sale_1')).toMatchObject({
      state: 'parked',
      reason: expect.stringMatching(/taken over/),
    })
  })

  /** What a late call does in a CRM that does not know our links. */
  const overwrite = (session_id: string) =>
    sandboxTables(database.db).updateTable('opportunities').set({ session_id, status: 'open' }).execute()

  test('that came late, over what another sale had taken, is parked, and the other is sent again', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { status: 'qualified' })
    crm.updateOpportunity = async () => {
      crm.updateOpportunity = sandbox.updateOpportunity
      await write('sale_2', { status: 'closed-won' })
      await push('sale_2')
      await overwrite('sale_1')
      return { ok: true, value: undefined }
    }
    const failure = { retry: 'never', message: expect.stringMatching(/taken over/) }
    expect(await push('sale_1')).toMatchObject({ ok: false, failure })
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'parked', attempts: 0, reason: failure.message })
    expect(await saleOf('sale_1')).toMatchObject({ ghl_opportunity_id: null })
    expect(await ledgerOf('sale_2')).toMatchObject({ state: 'waiting', delivered: 0, lease: null })
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'won']])
  })

  test('is sent again when a late one came over it before it was noted as delivered', async () => {
    await write('sale_1')
    await push('sale_1')
    await write('sale_1', { status: 'qualified' })
    const late = Promise.withResolvers<void>()
    crm.updateOpportunity = async () => {
      await late.promise
      await overwrite('sale_1')
      return { ok: true, value: undefined }
    }
    const first = push('sale_1')
    await expect.poll(() => ledgerOf('sale_1')).toMatchObject({ lease: expect.any(String) })
    await write('sale_2', { status: 'closed-won' })
    crm.updateOpportunity = async (...given) => {
      const answered = await sandbox.updateOpportunity(...given)
      late.resolve()
      await first
      return answered
    }
    expect(await push('sale_2')).toMatchObject({ ok: false, failure: { retry: 'later' } })
    crm.updateOpportunity = sandbox.updateOpportunity
    expect(await push('sale_2')).toMatchObject({ ok: true })
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'won']])
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'parked' })
  })

  test('that takes over an opportunity sends its state once more, after what may have been under way', async () => {
    await write('sale_1')
    await push('sale_1')
    crm.createOpportunity = async (...given) => {
      const created = await sandbox.createOpportunity(...given)
      await overwrite('sale_1')
      return created
    }
    await write('sale_2')
    await push('sale_2')
    expect(await heldFor('sale_2')).toEqual([['sample-001', 'open']])
  })

  test("parks a sale whose lead another sale has won, with the CRM's words", async () => {
    await write('sale_1', { status: 'closed-won' })
    await push('sale_1')
    await write('sale_2')
    expect(await push('sale_2')).toMatchObject({ ok: false, failure: { retry: 'never' } })
    expect(await ledgerOf('sale_2')).toMatchObject({
      state: 'parked',
      reason: 'The contact was won by another sale.',
    })
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'won']])
  })

  const gone = {
    ok: false,
    failure: { code: 'not-found', retry: 'never', message: 'Opportunity not found.', status: 404 },
  } as const

  test('is tried again while the CRM tells of an opportunity that it has deleted already', async () => {
    crm.createOpportunity = async () => ({
      ok: true,
      value: { opportunityId: 'deleted', contactId: 'sample-001' },
    })
    crm.updateOpportunity = async () => gone
    await write('sale_1', { status: 'closed-won' })
    expect(await push('sale_1')).toMatchObject({ ok: false, failure: { retry: 'later' } })
    Object.assign(crm, sandbox)
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await heldFor('sale_1')).toEqual([['sample-001', 'won']])
  })

  test('of a lost sale is done when the CRM has deleted its opportunity', async () => {
    await write('sale_1')
    await push('sale_1')
    crm.updateOpportunity = async () => gone
    await write('sale_1', { status: 'closed-lost', closed_by: 'crm' })
    expect(await push('sale_1')).toMatchObject({ ok: true })
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'delivered' })
  })

  test('parks a sale that is gone', async () => {
    await write('sale_1')
    await database.db.deleteFrom('opportunities').execute()
    expect(await push('sale_1')).toMatchObject({
      ok: false,
      failure: { message: 'The sale does not exist.' },
    })
    expect(await ledgerOf('sale_1')).toMatchObject({ state: 'parked' })
  })

  test('holds a sale without a lead, and moves it when it gets one', async () => {
    await write('sale_1', { lead_id: null })
    await push('sale_1')
    await write('sale_1', { lead_id: null, status: 'qualified' })
    await push('sale_1')
    await write('sale_1', { lead_id: leads[2] ?? null })
    await push('sale_1')
    expect(await heldFor('sale_1')).toEqual([
      ['walk-in-sale_1', 'abandoned'],
      ['sample-003', 'open'],
    ])
  })

  test('leaves a line in the sync log for every call, without personal data', async () => {
    await write('sale_1', { status: 'qualified', customer_name: 'Ada Ward' })
    await push('sale_1')
    crm.updateOpportunity = async () => lost
    await write('sale_1')
    await push('sale_1')
    const log = await database.db.selectFrom('ghl_sync_log').selectAll().orderBy('id').execute()
    const line = { direction: 'push', session_id: 'sale_1', lead_id: leads[0] }
    expect(log).toMatchObject([
      { ...line, operation: 'create_opportunity', status: 'success' },
      { ...line, operation: 'update_opportunity', status: 'success' },
      { ...line, operation: 'update_opportunity', status: 'error', message: 'No answer.' },
    ])
    expect(JSON.stringify(log)).not.toContain('Ada')
  })
})
