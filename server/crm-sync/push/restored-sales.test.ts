import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSandboxCrm } from '#crm/sandbox/sandbox-crm.ts'
import { answeredByHand } from '../../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../../deliveries/deliveries.ts'
import { type ServedTables, serveTables } from '../../postgrest/test-server.ts'
import { CONTRACT, SESSION, saleCalls } from '../../sales/sale-calls.testing.ts'
import { DATABASES } from '../../testing/databases.ts'
import { pullLeads } from '../pull/pull-leads.ts'
import { pushSaleJob } from './push-sale.job.ts'
import { crmOpportunities, forgetSales, leadIds, silentLog } from './sales.testing.ts'

/** Parent tables come first. */
const TABLES = ['opportunities', 'applied_calls', 'crm_links', 'deliveries']

describe.each(DATABASES)('A sale after a restore, on the %s database,', (kind) => {
  let server: ServedTables
  let deliveries: Deliveries
  let leads: string[]

  beforeAll(async () => {
    server = await serveTables(kind)
    const { db, changeFeed } = server
    await pullLeads({ db, crm: createSandboxCrm(db), changeFeed } as never)
    leads = await leadIds(db)
  })
  beforeEach(async () => {
    const { db, changeFeed } = server
    await forgetSales(db)
    const crm = pushSaleJob({ db, crm: createSandboxCrm(db), changeFeed, log: silentLog } as never)
    deliveries = createDeliveries({
      db,
      log: silentLog,
      handlers: { crm, automation: answeredByHand().handler },
    })
  })
  afterEach(() => deliveries?.stop())
  afterAll(() => server?.stop())

  const { post, patch, numbered } = saleCalls(() => server)
  const begin = () => post({ session_id: SESSION, lead_id: leads[0] }, numbered(1))
  const moveTo = (lead: number) => patch({ lead_id: leads[lead] }, numbered(1 + 2 * lead))
  const sign = () => patch(CONTRACT, numbered(9))
  const push = () => deliveries.runNow('crm', SESSION)

  /** Backs up our tables and returns a function that restores them. The CRM, a separate system, stays as it is. */
  async function backUp() {
    const run = (statement: string) => sql.raw(statement).execute(server.db)
    for (const table of TABLES) {
      await run(`drop table if exists kept_${table}`)
      await run(`create table kept_${table} as table ${table}`)
    }
    return async () => {
      for (const table of TABLES.toReversed()) await run(`delete from ${table}`)
      for (const table of TABLES)
        await run(`insert into ${table} overriding system value select * from kept_${table}`)
    }
  }

  const held = async () => {
    const all = await crmOpportunities(server.db, SESSION)
    return all.map(({ contact_id, status }) => [contact_id, status])
  }

  test('abandons its opportunity at the first lead if the move was not pushed', async () => {
    const restore = await backUp()
    await begin()
    await push()
    await moveTo(1)
    await restore()
    for (const repeat of [begin, () => moveTo(1), sign]) await repeat()
    expect(await push()).toMatchObject({ ok: true })
    expect(await held()).toEqual([
      ['sample-001', 'abandoned'],
      ['sample-002', 'won'],
    ])
  })

  test('abandons one at every lead in between if the backup knows only the first', async () => {
    await begin()
    await push()
    const restore = await backUp()
    await moveTo(1)
    await push()
    await moveTo(2)
    await restore()
    for (const repeat of [begin, () => moveTo(1), () => moveTo(2), sign]) await repeat()
    expect(await push()).toMatchObject({ ok: true })
    expect(await held()).toEqual([
      ['sample-001', 'abandoned'],
      ['sample-002', 'abandoned'],
      ['sample-003', 'won'],
    ])
  })
})
