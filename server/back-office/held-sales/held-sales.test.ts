import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { success } from '#domain/kernel/result.ts'
import type { HeldSales } from '#protocol/held-sales.ts'
import { listActsOnSale } from '../../audit/audit.queries.ts'
import { holdSale } from '../../sales/holds.queries.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { type Office, openOffice } from '../office.testing.ts'
import { findRecordedSale } from '../sale-record.queries.ts'

const SALE = 'sale_1700000000000_a'
const SALES = '/rest/v1/opportunities'
const done = success({})

describe.each(DATABASES)('Held sales for the office on the %s database', (kind) => {
  let database: FreshDatabase
  let office: Office
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())
  beforeEach(async () => {
    office = await openOffice(database.db)
    await office.call('POST', SALES, { session_id: SALE, status: 'open', customer_name: 'Ada King' })
    await database.db.transaction().execute((tx) => holdSale(tx, SALE, 'phone-suspended'))
  })
  afterEach(() => office?.close())

  const release = (sessionId = SALE) => office.ask('POST', `/sales/${sessionId}/release`)
  const held = async () => (await office.ask('GET', '/held-sales')).body as HeldSales
  const unseen = () => [...office.crm.unseen(), ...office.automation.unseen()]
  const patch = (status: string) => office.call('PATCH', `${SALES}?session_id=eq.${SALE}`, { status })

  test('reach no receiver through their next writes or any retry by hand until they are released', async () => {
    await office.report(SALE, 1)
    await office.report(SALE, 2)
    await patch('qualified')
    office.deliveries.start()
    const ids = (await office.list()).map(({ id }) => id)
    const retries = [
      { ids },
      { target: 'crm', session_id: SALE },
      { target: 'automation', session_id: SALE },
      { target: 'crm', state: 'outstanding' },
      { target: 'automation', state: 'outstanding' },
    ]
    for (const which of retries)
      expect([which, (await office.ask('POST', '/deliveries/retry', which)).status]).toEqual([which, 200])
    expect(await office.deliveries.runNow('crm', SALE)).toMatchObject({ ok: false })
    expect(await office.deliveries.runNow('automation', SALE)).toMatchObject({ ok: false })
    expect(unseen()).toEqual([])
    expect(await office.list()).toMatchObject(ids.map(() => ({ state: 'waiting', is_held: true })))

    expect((await office.ask('GET', '')).body.counts).toMatchObject({
      crm: { waiting: 1, held: 1, parked: 0 },
      automation: { waiting: 2, held: 2, parked: 0 },
    })

    expect(await release()).toEqual({ status: 200, body: { released: true } })
    const push = await office.crm.next()
    push.answer(done)
    for (const sequence of [1, 2]) {
      const { delivery, answer } = await office.automation.next()
      expect(delivery.sequence).toBe(sequence)
      answer(done)
    }
    await office.deliveries.runNow('crm', SALE)
    await office.deliveries.runNow('automation', SALE)
    expect(await office.list()).toMatchObject(ids.map(() => ({ state: 'delivered', is_held: false })))
    expect(unseen()).toEqual([])
  })

  test('are released once: a repeat gets the same answer and records nothing', async () => {
    const { revision: before } = await rowOf()
    expect(await release()).toEqual(await release())
    const row = await rowOf()
    expect([row.hold, Number(row.revision)]).toEqual([null, Number(before) + 1])
    expect((await listActsOnSale(database.db, SALE)).slice(-1)).toMatchObject([
      { verb: 'sale-released', details: { hold: 'phone-suspended', since: expect.any(String) } },
    ])
    const acts = (await listActsOnSale(database.db, SALE)).length
    await release()
    expect(await listActsOnSale(database.db, SALE)).toHaveLength(acts)
    expect((await release('sale_unknown')).status).toBe(404)
  })
  const rowOf = () =>
    database.db
      .selectFrom('opportunities')
      .selectAll()
      .where('session_id', '=', SALE)
      .executeTakeFirstOrThrow()

  test('are listed and counted, and stay held after someone else writes to them', async () => {
    await patch('qualified')
    const listed = await held()
    expect(listed).toMatchObject({
      count: 1,
      sales: [{ session_id: SALE, hold: 'phone-suspended', customer_name: 'Ada King', owner_name: null }],
    })
    expect(await findRecordedSale(database.db, SALE)).toMatchObject({
      held: { hold: 'phone-suspended', since: listed.sales[0]?.since },
    })
    await release()
    expect(await held()).toEqual({ count: 0, sales: [] })
    expect(await findRecordedSale(database.db, SALE)).toMatchObject({ held: null })
  })

  test('have that reason where agent and office look up their deliveries', async () => {
    const sale = async () => (await office.ask('GET', `/sales?session_id=${SALE}`)).body as unknown[]
    const reason = 'The sale waits until the office releases it.'
    expect(await sale()).toMatchObject([{ held: true, crm: { state: 'waiting', reason } }])
    await release()
    const [released] = await sale()
    expect(released).toMatchObject({ crm: { state: 'waiting', reason: null } })
    expect(released).not.toHaveProperty('held')
  })
})
