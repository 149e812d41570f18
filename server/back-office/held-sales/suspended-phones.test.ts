import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SALE_EVIDENCE_PATH, SALES_PROGRESS_PATH } from '#protocol/functions.ts'
import type { HeldSales } from '#protocol/held-sales.ts'
import type { SaleEvent } from '#protocol/sale-record.ts'
import { REPORT } from '../../automation/reports.testing.ts'
import { recordOf, signSale } from '../../evidence/signings.testing.ts'
import { Browser, enrolled, type House, openHouse, signedIn } from '../../identity/browsers.testing.ts'
import { setPhoneState } from '../../identity/phone-state.queries.ts'

const SALES = '/rest/v1/opportunities'
const PHONE = randomUUID()

describe('What a suspended phone sends', () => {
  let house: House
  let phone: Browser
  let office: Browser
  beforeAll(async () => {
    house = await openHouse('mixed', { WEBHOOK_URL: 'https://hooks.example/x' })
    phone = await enrolled(house, 'Mara', PHONE)
    office = await signedIn(house, 'Olga', 'office')
    await setState('suspended')
  })
  afterAll(() => house?.close())

  async function setState(state: 'active' | 'suspended') {
    await setPhoneState(house.context.db, { actor: 'operator' }, PHONE, state)
    house.context.callers.forget()
  }
  const insert = (session_id: string) =>
    house.context.db.insertInto('opportunities').values({ session_id, phone_id: PHONE }).execute()
  const holdOf = async (session_id: string) =>
    (
      await house.context.db
        .selectFrom('opportunities')
        .select('hold')
        .where('session_id', '=', session_id)
        .executeTakeFirstOrThrow()
    ).hold
  const report = (session_id: string, sequence: number) =>
    phone.call('POST', SALES_PROGRESS_PATH, {
      body: { ...REPORT, session_id },
      headers: { 'idempotency-key': `${session_id}:${sequence}` },
    })
  const release = (browser: Browser, sessionId: string) =>
    browser.office('POST', `/sales/${sessionId}/release`)

  test('is held, listed by phone and person, released only by the office, and has both events', async () => {
    const id = 'sale_1700000000000_new'
    const headers = { 'idempotency-key': `${id}:1` }
    const body = { session_id: id, status: 'open' }
    expect((await phone.call('POST', SALES, { body, headers })).statusCode).toBe(201)
    const listed = (await office.office('GET', '/held-sales')).json<HeldSales>()
    expect(listed).toMatchObject({
      count: 1,
      sales: [{ session_id: id, hold: 'phone-suspended', owner_name: 'Mara' }],
    })
    const lead = await signedIn(house, 'Lena', 'lead')
    const refusals = [phone, new Browser(house), lead].map((browser) => release(browser, id))
    expect((await Promise.all(refusals)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 403])
    expect(await holdOf(id)).toBe('phone-suspended')
    const sync = { endpoint: 'update-opportunity', sessionId: id }
    expect((await office.call('PUT', '/functions/v1/ghl-sync', { body: sync })).statusCode).toBe(409)
    expect((await release(office, id)).json()).toEqual({ released: true })
    expect(await holdOf(id)).toBeNull()
    const events = (await office.office('GET', `/sales/${id}/timeline`)).json<SaleEvent[]>()
    const since = listed.sales[0]?.since
    expect(events.filter(({ kind }) => kind.startsWith('sale-') && kind !== 'sale-arrived')).toMatchObject([
      { kind: 'sale-held', at: since, details: { hold: 'phone-suspended' } },
      { kind: 'sale-released', actor: 'office', details: { by: 'Olga' } },
    ])
  })

  test('holds a sale that was stored before if a report or evidence is new, but a repeat does not hold it again', async () => {
    await insert('sale_1700000000000_old')
    expect((await report('sale_1700000000000_old', 2)).statusCode).toBe(202)
    expect(await holdOf('sale_1700000000000_old')).toBe('phone-suspended')
    await release(office, 'sale_1700000000000_old')
    expect((await report('sale_1700000000000_old', 2)).statusCode).toBe(202)
    expect(await holdOf('sale_1700000000000_old')).toBeNull()

    const id = 'sale_1700000000000_b'
    await signSale(house.context.db, id)
    const record = () => phone.call('POST', SALE_EVIDENCE_PATH, { body: recordOf(id) })
    expect((await record()).statusCode).toBe(200)
    expect(await holdOf(id)).toBe('phone-suspended')
    await release(office, id)
    expect((await record()).statusCode).toBe(200)
    expect(await holdOf(id)).toBeNull()
  })

  test('is not queued if it is a report for another agent’s sale or for one that does not exist', async () => {
    expect((await report('sale_1700000000000_none', 2)).statusCode).toBe(406)
    const other = await enrolled(house, 'Nia', randomUUID())
    const body = { session_id: 'sale_1700000000000_nia', status: 'open' }
    expect((await other.call('POST', SALES, { body })).statusCode).toBe(201)
    expect((await report('sale_1700000000000_nia', 2)).statusCode).toBe(403)
    expect(await holdOf('sale_1700000000000_nia')).toBeNull()
    const queued = await house.context.db
      .selectFrom('deliveries')
      .select('session_id')
      .where('target', '=', 'automation')
      .execute()
    expect(queued.map(({ session_id }) => session_id)).toEqual(['sale_1700000000000_old'])
  })
})
