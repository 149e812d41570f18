import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectTo } from '#crm/gohighlevel/adapter.testing.ts'
import { startGoHighLevelDouble } from '#crm/gohighlevel/double/go-high-level-double.ts'
import type { Crm, CrmLead } from '#crm/port.ts'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { success } from '#domain/kernel/result.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pullLeads } from './pull-leads.ts'

const LEAD: CrmLead = {
  contactId: 'c1',
  street_address: '1 High Street',
  postcode: 'LL79 2AB',
  household_size: 4,
  voucher_value: '1500',
  priority: 'high',
  contact_name: 'Megan Pritchard',
  contact_phone: '01632 960001',
  contact_email: 'megan@example.org',
  notes: 'Side door',
  area: 'Llanfair Uchaf',
  createdAt: '2026-09-01T08:00:00.000Z',
}
const UNKNOWN: CrmLead = {
  ...LEAD,
  postcode: null,
  household_size: null,
  voucher_value: null,
  priority: null,
  contact_name: ' ',
  contact_phone: null,
  contact_email: '',
  notes: null,
  area: null,
}
const failure = { code: 'rate-limited', retry: 'later', message: 'Too many requests', status: 429 } as const

describe('Pulling leads', () => {
  let database: FreshDatabase
  let wakes: number
  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    wakes = 0
    for (const table of ['leads', 'changes', 'ghl_sync_log', 'lead_pulls'] as const)
      await database.db.deleteFrom(table).execute()
    await database.db.deleteFrom('changes').execute()
  })

  const pull = (...pages: (CrmLead[] | 'failure')[]) =>
    pullWith({
      provider: 'sandbox',
      async *pullLeads() {
        for (const page of pages)
          yield page === 'failure'
            ? { ok: false, failure }
            : { ok: true, value: { leads: page, next: null, total: null } }
      },
    })
  const pullWith = (crm: Pick<Crm, 'provider' | 'pullLeads'>) =>
    pullLeads({
      db: database.db,
      crm: crm as Crm,
      changeFeed: { wake: () => (wakes += 1) } as never,
      source: 'a CRM',
    })
  const stored = () => database.db.selectFrom('leads').selectAll().orderBy('crm_contact_id').execute()
  const changes = () => database.db.selectFrom('changes').select('type').execute()

  test("adds new leads with the CRM's date", async () => {
    expect(await pull([LEAD])).toEqual(success({ syncedCount: 1 }))
    const { contactId, createdAt, ...rest } = LEAD
    expect(await stored()).toMatchObject([
      { ...rest, crm_contact_id: contactId, created_at: createdAt, voucher_value: '1500.00', status: 'new' },
    ])
    expect(wakes).toBe(1)
  })

  test('writes nothing if nothing has changed', async () => {
    const crm = createSandboxCrm(database.db)
    expect(await pullWith(crm)).toEqual(success({ syncedCount: 40 }))
    expect(await changes()).toHaveLength(40)
    expect(await pullWith(crm)).toEqual(success({ syncedCount: 40 }))
    expect(await changes()).toHaveLength(40)
  })

  test('updates changed leads but keeps our status', async () => {
    await pull([LEAD, { ...LEAD, contactId: 'c2' }])
    await database.db.updateTable('leads').set({ status: 'qualified' }).execute()
    await database.db.deleteFrom('changes').execute()
    await pull([
      { ...LEAD, notes: 'Back gate' },
      { ...LEAD, contactId: 'c2' },
    ])
    expect(await stored()).toMatchObject([
      { notes: 'Back gate', status: 'qualified' },
      { notes: 'Side door', status: 'qualified' },
    ])
    expect(await changes()).toEqual([{ type: 'UPDATE' }])
  })

  test('should not overwrite a value with a blank', async () => {
    await pull([LEAD])
    const before = await stored()
    await pull([UNKNOWN])
    await pull([{ ...UNKNOWN, street_address: ' ' }])
    expect(await stored()).toEqual(before)
  })

  test('accepts an incomplete lead, but not one without an address', async () => {
    expect(await pull([UNKNOWN, { ...LEAD, contactId: 'c2', street_address: '' }])).toMatchObject({
      ok: true,
    })
    expect(await stored()).toMatchObject([
      { postcode: '', voucher_value: '0.00', priority: 'medium', contact_name: null, household_size: null },
    ])
  })

  test('stores thousands of leads, and a repeated one once', async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({ ...LEAD, contactId: `c${index}` }))
    expect(await pull([...many, LEAD], [LEAD])).toEqual(success({ syncedCount: 1_200 }))
    expect(await stored()).toHaveLength(1_200)
  })

  test('keeps the pages before a failure, and logs both', async () => {
    expect(await pull([LEAD], 'failure')).toEqual({
      ok: false,
      failure: { reason: 'failed', message: 'Too many requests' },
    })
    expect(await stored()).toHaveLength(1)
    await pull([LEAD])
    const log = await database.db.selectFrom('ghl_sync_log').selectAll().orderBy('id').execute()
    expect(log).toMatchObject([
      { operation: 'sync_leads', direction: 'pull', status: 'error', message: 'Too many requests' },
      { operation: 'sync_leads', direction: 'pull', status: 'success', message: 'Leads: 1' },
    ])
  })

  test('does not stop at a contact with endless texts or an impossible date', async () => {
    const double = await startGoHighLevelDouble({ contacts: 6 })
    const endless = () => randomBytes(6_000).toString('base64')
    for (const [index, odd] of [
      { address1: endless() },
      { city: endless() },
      { postalCode: endless() },
      { dateAdded: 8.64e15 },
      { dateAdded: Date.parse('0000-01-01') },
    ].entries())
      Object.assign(double.contacts()[index] ?? {}, odd)
    expect(await pullWith(connectTo(double).crm)).toEqual(success({ syncedCount: 6 }))
    expect(await stored()).toHaveLength(6)
    await double.close()
  })
})
