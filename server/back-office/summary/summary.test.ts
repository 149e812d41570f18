import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seeded } from '#crm/gohighlevel/double/seeded.ts'
import { addDays, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { sumPounds } from '#domain/kernel/money.ts'
import { OPPORTUNITY_STATUSES } from '#domain/opportunity/status.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { CountedSales, SalesPage } from '#protocol/office-sales.ts'
import type { SalesCounted, Summary } from '#protocol/office-summary.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { salesRoutes } from '../sales/sales.routes.ts'
import { summaryRoutes } from './summary.routes.ts'

const KEY = 'test-key'
const SALES = 150
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

describe.each(DATABASES)('The dashboard on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const context = { db: database.db, callers: keyHolders(KEY) }
    app = Fastify()
    await app.register(salesRoutes(context), { prefix: BACK_OFFICE_PATH })
    await app.register(summaryRoutes(context), { prefix: BACK_OFFICE_PATH })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })
  beforeEach(() => database.db.deleteFrom('opportunities').execute())

  const add = (session_id: string, fields: object = {}) =>
    database.db
      .insertInto('opportunities')
      .values({ session_id, status: 'open', ...fields })
      .execute()
  const signed = (contract_timestamp: string, total_value: number) => ({
    status: 'closed-won' as const,
    contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
    contract_timestamp,
    closed_by: 'agent' as const,
    total_value,
    service_monthly_price: total_value,
    service_installation_price: 0,
  })
  const cancel = (session_id: string) =>
    database.db
      .insertInto('cancellations')
      .values({ session_id, received_at: new Date().toISOString(), way: 'page', words: '', in_time: true })
      .execute()
  const get = (path: string, apikey = KEY) =>
    app.inject({ url: `${BACK_OFFICE_PATH}${path}`, headers: { apikey } })
  const summary = async (query = '') => (await get(`/summary${query}`)).json<Summary>()
  const figure = ({ figures }: Summary, name: CountedSales) => figures.find((one) => one.name === name)

  test('counts the sales of a period in London, and of as many days before, by status and cancellation', async () => {
    await add('sale_1', { created_at: '2026-07-08T09:00:00Z' })
    // Signed offline at the end of the last day, sent a week later.
    await add('sale_2', { ...signed('2026-07-09T22:59:59.999Z', 49.99), created_at: '2026-07-16T09:00:00Z' })
    await add('sale_3', signed('2026-07-07T23:00:00Z', 30.01))
    await add('sale_4', signed('2026-07-07T22:59:59Z', 10))
    await add('sale_5', signed('2026-07-09T23:00:00Z', 20))
    await cancel('sale_3')
    const found = await summary('?from=2026-07-08&to=2026-07-09')
    expect(figure(found, 'all')).toMatchObject({ count: 3, value: 80, before: { count: 1, value: 10 } })
    expect(figure(found, 'closed-won')).toEqual({
      name: 'closed-won',
      count: 2,
      value: 80,
      query: 'status=closed-won&from=2026-07-08&to=2026-07-09',
      before: { count: 1, value: 10, query: 'status=closed-won&from=2026-07-06&to=2026-07-07' },
    })
    expect(figure(found, 'cancelled')).toMatchObject({ count: 1, value: 30.01, before: { count: 0 } })
    expect(found.days.map(({ day, count, value }) => [day, count, value])).toEqual([
      ['2026-07-09', 1, 49.99],
      ['2026-07-08', 1, 30.01],
    ])
  })

  test(`each figure is what its query finds in the list, whatever the sales (SEED=${seed})`, async () => {
    const random = seeded(seed)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
    // Around the night on which the clocks go back.
    const moment = () =>
      new Date(Date.parse('2026-10-24T20:00:00Z') + random() * 4 * 86_400_000).toISOString()
    for (let number = 0; number < SALES; number++) {
      const status = pick(OPPORTUNITY_STATUSES)
      const pounds = Math.round(random() * 100_000) / 100
      await add(`sale_${number}`, {
        ...(status === 'closed-won' ? signed(moment(), pounds) : { status }),
        ...(status === 'closed-lost' && { closed_by: 'crm' }),
        created_at: moment(),
      })
      if (status === 'closed-won' && random() < 0.3) await cancel(`sale_${number}`)
    }
    const { figures, days } = await summary('?from=2026-10-25&to=2026-10-26')
    const counted: SalesCounted[] = [...figures, ...figures.map(({ before }) => before), ...days]
    for (const { count, value, query } of counted) {
      const { sales } = (await get(`/sales-list?limit=200&${query}`)).json<SalesPage>()
      const values = sales.map(({ total_value }) => total_value ?? 0)
      expect([query, count, value]).toEqual([query, sales.length, sumPounds(...values)])
    }
    expect(figures.find(({ name }) => name === 'all')?.count).toBeGreaterThan(0)
  })

  test('covers the last 30 days unless days are named', async () => {
    const today = londonDateOf(new Date().toISOString())
    await add('sale_1')
    const found = await summary()
    expect([found.from, found.to, figure(found, 'open')?.count]).toEqual([addDays(today, -29), today, 1])
  })

  test('counts what waits for a person', async () => {
    await add('sale_1', signed('2026-07-08T09:00:00Z', 10))
    await cancel('sale_1')
    const complaint = { kind: 'complaint-opened' as const, happened_on: '2026-07-09', words: '' }
    await database.db
      .insertInto('sale_outcomes')
      .values({ id: randomUUID(), session_id: 'sale_1', ...complaint })
      .execute()
    await database.db
      .insertInto('deliveries')
      .values({ session_id: 'sale_1', target: 'crm', sequence: 1 })
      .execute()
    await database.db
      .updateTable('deliveries')
      .set({ state: 'parked', attempts: 1, reason: 'No such stage.' })
      .execute()
    // Another sale of the same lead supersedes this one.
    await add('sale_2', { hold: 'phone-suspended' })
    await database.db
      .insertInto('deliveries')
      .values({ session_id: 'sale_2', target: 'crm', sequence: 1 })
      .execute()
    await database.db
      .updateTable('deliveries')
      .set({ state: 'parked', reason: 'Another sale has its opportunity.' })
      .where('session_id', '=', 'sale_2')
      .execute()
    await database.db.insertInto('phones').values({ id: randomUUID(), refused_sales: 1 }).execute()
    expect((await summary()).attention).toEqual([
      { name: 'customer-notices', count: 1, page: '/admin/exceptions' },
      { name: 'documents-not-given', count: 0, page: '/admin/exceptions' },
      { name: 'complaints', count: 1, page: '/admin/sales#outcome=complaint-open' },
      { name: 'signed-at-closed-doors', count: 0, page: '/admin/do-not-knock' },
      { name: 'held', count: 1, page: '/admin/exceptions' },
      { name: 'parked-deliveries', count: 1, page: '/admin/ghl' },
      { name: 'phones', count: 1, page: '/admin/phones' },
    ])
  })

  test('is refused without the key, or if the days are not valid', async () => {
    expect((await get('/summary', 'wrong')).statusCode).toBe(401)
    for (const query of [
      'from=2026-02-30',
      'from=1999-12-31&to=2000-01-01',
      'from=2026-07-09&to=2026-07-08',
      'from=2025-07-08&to=2026-07-09',
      'to=tomorrow',
      'day=2026-07-08',
    ])
      expect([query, (await get(`/summary?${query}`)).statusCode]).toEqual([query, 400])
    expect((await get('/summary?from=2025-07-08&to=2026-07-08')).statusCode).toBe(200)
  })
})
