import { describe, expect, test } from 'vitest'
import type { Delivery } from '../../deliveries/deliveries.queries.ts'
import { HELD } from '../../deliveries/held.ts'
import { holdSale, releaseSale } from '../../sales/holds.queries.ts'
import { DATABASES } from '../../testing/databases.ts'
import { syncCommands } from '../ghl-sync.commands.ts'
import { pushSaleJob } from './push-sale.job.ts'
import { usePushes } from './pushes.testing.ts'
import { crmOpportunities, silentLog } from './sales.testing.ts'

const SALE = 'sale_1'

describe.each(DATABASES)('A held sale and the CRM on the %s database', (kind) => {
  const { db, crm, write, push, ledgerOf } = usePushes(kind)
  const hold = () =>
    db()
      .transaction()
      .execute((tx) => holdSale(tx, SALE, 'phone-suspended'))
  const inCrm = async () => (await crmOpportunities(db(), SALE)).length

  test('stays out of the CRM even if its push was claimed before it was held', async () => {
    await write(SALE)
    const delivery = (await ledgerOf(SALE)) as unknown as Delivery
    await hold()
    const job = pushSaleJob({ db: db(), crm: crm(), changeFeed: { wake() {} }, log: silentLog })
    expect(await job.deliver(delivery, AbortSignal.timeout(60_000))).toEqual(HELD)
    expect(await inCrm()).toBe(0)
  })

  test('makes ghl-sync refuse with the reason, and is in the CRM once after its release', async () => {
    await write(SALE)
    await hold()
    const deliveries = { runNow: () => push(SALE) }
    const commands = syncCommands({ db: db(), crm: crm(), deliveries, leadPulls: {} as never })
    const refused = { status: 409, body: { error: 'The sale waits until the office releases it.' } }
    expect(await commands['create-opportunity']({ sessionId: SALE }, {})).toEqual(refused)
    expect(await commands['update-opportunity']({ sessionId: SALE }, {})).toEqual(refused)
    expect(await inCrm()).toBe(0)
    await db()
      .transaction()
      .execute((tx) => releaseSale(tx, SALE))
    expect(await push(SALE)).toMatchObject({ ok: true })
    expect(await push(SALE)).toMatchObject({ ok: true })
    expect(await commands['create-opportunity']({ sessionId: SALE }, {})).toMatchObject({ status: 200 })
    expect(await inCrm()).toBe(1)
  })
})
