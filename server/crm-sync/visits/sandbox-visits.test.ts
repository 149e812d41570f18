import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { listDeliveries } from '../../back-office/deliveries.queries.ts'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import { erasePerson } from '../../erasure/person.queries.ts'
import { storeVisits } from '../../street/visits/store-visits.commands.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { sandboxTables, silentLog } from '../push/sales.testing.ts'
import { pushVisitsJob } from './push-visits.job.ts'

describe.each(DATABASES)('Visits in the sandbox CRM on the %s database', (kind) => {
  let database: FreshDatabase
  let lead: { id: string; street_address: string; contact_email: string | null }
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const { db } = database
    await pullLeads({ db, crm: createSandboxCrm(db), changeFeed: { wake() {} } })
    const leads = db.selectFrom('leads').select(['id', 'street_address', 'contact_email'])
    lead = await leads.limit(1).executeTakeFirstOrThrow()
    const visit = { id: randomUUID(), lead_id: lead.id, occurred_at: '2026-07-02T10:00:00.000Z' }
    const callBack = { outcome: 'call-back', call_back_on: '2026-07-03', call_back_at: null } as const
    await storeVisits(db, [{ ...visit, ...callBack, note: 'Ask for Mara', phone: null, undoes: null }])
  })
  afterAll(() => database?.close())

  const push = () => {
    const { db } = database
    const job = pushVisitsJob({ db, crm: createSandboxCrm(db), log: silentLog })
    return job.deliver({ session_id: lead.id } as Delivery, new AbortController().signal)
  }
  const entries = () =>
    sandboxTables(database.db)
      .selectFrom('contact_entries')
      .select(['kind', 'title', 'body', 'due_at', 'is_done'])
      .orderBy('kind')
      .execute()

  test('are listed in the back office with the address of their lead', async () => {
    const asked = { targets: ['visits'], states: ['waiting'], limit: 5, before: undefined } as const
    expect(await listDeliveries(database.db, asked)).toMatchObject([
      { target: 'visits', session_id: lead.id, customer_location: lead.street_address, sale_status: null },
    ])
  })

  test('leave a note and a task, once', async () => {
    await push()
    await push()
    expect(await entries()).toMatchObject([
      { kind: 'note', body: expect.stringContaining('Ask for Mara') },
      {
        kind: 'task',
        title: `Call back: ${lead.street_address}`,
        due_at: '2026-07-03T17:00:00.000Z',
        is_done: false,
      },
    ])
  })

  test('leave no trace of an erased household', async () => {
    await erasePerson(database.db, lead.contact_email ?? '')
    expect(await entries()).toEqual([])
    expect(await push()).toEqual({ ok: true, value: { remark: 'The lead was deleted.' } })
  })
})
