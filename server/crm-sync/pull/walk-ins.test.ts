import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectTo } from '#crm/gohighlevel/adapter.testing.ts'
import {
  type GoHighLevelDouble,
  startGoHighLevelDouble,
} from '#crm/gohighlevel/double/go-high-level-double.ts'
import type { Crm } from '#crm/port.ts'
import { success } from '#domain/kernel/result.ts'
import { answeredByHand } from '../../deliveries/attempts.testing.ts'
import { createDeliveries, type Deliveries } from '../../deliveries/deliveries.ts'
import { type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { applyCrmLead } from '../events/apply-crm-lead.commands.ts'
import { pushSaleJob } from '../push/push-sale.job.ts'
import { forgetSales, silentLog, writeSale } from '../push/sales.testing.ts'
import { pullLeads } from './pull-leads.ts'

const LEADS = 3
const ADDRESS = '7 Mill Lane, Greenfield Valley, LL79 2AB'
const ADA = { customer_name: 'Ada Ward', customer_email: 'Ada.Ward@example.org' }
const changeFeed = { wake() {} } as never

describe('The contact of a sale without a lead', () => {
  let database: FreshDatabase
  let double: GoHighLevelDouble
  let crm: Crm
  let deliveries: Deliveries

  beforeAll(async () => {
    database = await freshDatabase('postgres')
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    const { db } = database
    double = await startGoHighLevelDouble({ contacts: LEADS })
    crm = connectTo(double, { settings: { leadTag: undefined } }).crm
    const handlers = {
      crm: pushSaleJob({ db, crm, changeFeed, log: silentLog }),
      automation: answeredByHand().handler,
    }
    deliveries = createDeliveries({ db, log: silentLog, handlers })
    await forgetSales(db)
    for (const table of ['leads', 'lead_pulls'] as const) await db.deleteFrom(table).execute()
  })
  afterEach(async () => {
    await deliveries?.stop()
    await double?.close()
  })

  /** Pushes a sale without a lead and returns its contact in GoHighLevel. */
  const sell = async (customer: Partial<typeof ADA> = {}) => {
    await writeSale(database.db, {
      session_id: 'sale_1',
      lead_id: null,
      customer_location: ADDRESS,
      ...customer,
    })
    await deliveries.runNow('crm', 'sale_1')
    return double.contacts().at(-1)?.id as string
  }
  const pull = () => pullLeads({ db: database.db, crm, changeFeed })
  const applyEvent = (contactId: string) =>
    applyCrmLead(
      { db: database.db, crm, changeFeed, log: silentLog },
      contactId,
      new AbortController().signal,
    )
  const contactsOfLeads = async () => {
    const leads = await database.db.selectFrom('leads').select('crm_contact_id').execute()
    return leads.map(({ crm_contact_id }) => crm_contact_id)
  }

  test('does not make a sync incomplete, so the next one requests only changes', async () => {
    await sell()
    expect(await pull()).toEqual(success({ syncedCount: LEADS }))
    await pull()
    const pulls = database.db.selectFrom('lead_pulls').select('since').orderBy('id')
    expect(await pulls.execute()).toEqual([{ since: null }, { since: expect.stringMatching(/Z$/) }])
    const log = database.db.selectFrom('ghl_sync_log').select('message').orderBy('id')
    const lines = await log.where('operation', '=', 'sync_leads').execute()
    expect(lines).toEqual([{ message: `Leads: ${LEADS}` }, { message: 'Leads: 0' }])
  })

  test('should not become a lead through a sync or an event', async () => {
    const contactId = await sell(ADA)
    await pull()
    await applyEvent(contactId)
    expect(await contactsOfLeads()).toHaveLength(LEADS)
    expect(await contactsOfLeads()).not.toContain(contactId)
  })

  test('should not become a lead if the CRM has created the contact but no opportunity yet', async () => {
    double.setFaults(({ operation }) => (operation === 'create-opportunity' ? 'server-error' : undefined))
    const contactId = await sell(ADA)
    await pull()
    await applyEvent(contactId)
    expect(await contactsOfLeads()).toHaveLength(LEADS)
  })

  test('stays a lead and is updated if it was one before', async () => {
    const contact = double.addContact({ email: ADA.customer_email, address1: '7 Mill Lane' })
    await pull()
    await sell(ADA)
    contact.phone = '01632 960999'
    await applyEvent(contact.id)
    const lead = database.db.selectFrom('leads').selectAll().where('crm_contact_id', '=', contact.id)
    expect(await lead.executeTakeFirst()).toMatchObject({ contact_phone: '01632 960999' })
  })
})
