import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderReference } from '#domain/contract/order-reference.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { SalesPage } from '#protocol/office-sales.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { salesRoutes } from './sales.routes.ts'

const KEY = 'test-key'
const SIGNED_AT = '2026-07-08T09:30:00.123Z'
const WON = {
  status: 'closed-won' as const,
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: SIGNED_AT,
  closed_by: 'agent' as const,
}

describe.each(DATABASES)('The sales for the office on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase(kind)
    app = Fastify()
    await app.register(salesRoutes({ db: database.db, callers: keyHolders(KEY) }), {
      prefix: BACK_OFFICE_PATH,
    })
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
  const get = (path: string, apikey = KEY) =>
    app.inject({ url: `${BACK_OFFICE_PATH}${path}`, headers: { apikey } })
  const page = async (query = '') => (await get(`/sales-list${query}`)).json<SalesPage>()
  const found = async (query = '') => (await page(query)).sales.map(({ session_id }) => session_id)
  const lines = async (query = '') => (await get(`/sales.csv${query}`)).body.split('\r\n')

  test('come newest first, or oldest first, a page at a time, each once', async () => {
    const ids = ['sale_1', 'sale_2', 'sale_3', 'sale_4', 'sale_5']
    // Two of them began in the same millisecond.
    for (const [index, id] of ids.entries())
      await add(id, { created_at: `2026-07-08T09:00:0${Math.min(index, 3)}.000Z` })
    async function inPages(sort: string): Promise<string[]> {
      const seen: string[] = []
      let after = ''
      do {
        const { sales, next } = await page(`?sort=${sort}&limit=2${after}`)
        seen.push(...sales.map(({ session_id }) => session_id))
        after = next === null ? '' : `&after=${encodeURIComponent(next)}`
      } while (after !== '')
      return seen
    }
    const newest = await inPages('newest')
    expect(newest.slice(0, 2).toSorted()).toEqual(['sale_4', 'sale_5'])
    expect(newest.slice(2)).toEqual(['sale_3', 'sale_2', 'sale_1'])
    expect(await inPages('oldest')).toEqual(newest.toReversed())
  })

  test('are found by each word of name, address, email, phone, session id or order reference', async () => {
    await add('sale_1', {
      ...WON,
      customer_name: 'Ada King',
      customer_location: '12 Mill Road, Kirkmuir, TD16 1AA',
      customer_email: 'ada@example.org',
      customer_phone: '07700 900 123',
    })
    await add('sale_2', { customer_name: 'Bo 100% Lane', customer_location: '7 Kirk Wynd' })
    const searches = [
      'king mill',
      'TD16%201aa',
      'ADA@EXAMPLE',
      '07700900123',
      '900%20123',
      orderReference(SIGNED_AT),
      'sale_1',
    ]
    for (const search of searches)
      expect([search, await found(`?search=${search}`)]).toEqual([search, ['sale_1']])
    expect(await found('?search=king%20wynd')).toEqual([])
    // The signs of a pattern stand for themselves.
    expect(await found('?search=100%25')).toEqual(['sale_2'])
    expect(await found('?search=sale%25')).toEqual([])
  })

  test('are found by status, and by the London day of the signature or, without one, of their arrival', async () => {
    await add('sale_1', { created_at: '2026-07-07T22:59:59.999Z' })
    await add('sale_2', { created_at: '2026-07-07T23:00:00.000Z' })
    // Signed offline at the end of the day, sent a week later.
    const signed = { ...WON, contract_timestamp: '2026-07-08T22:59:59.999Z' }
    await add('sale_3', { ...signed, created_at: '2026-07-15T09:00:00.000Z' })
    await add('sale_4', { created_at: '2026-07-08T23:00:00.000Z' })
    expect(await found('?from=2026-07-08&to=2026-07-08')).toEqual(['sale_3', 'sale_2'])
    expect(await found('?from=2026-07-09&to=')).toEqual(['sale_4'])
    expect(await found('?status=closed-won')).toEqual(['sale_3'])
    expect(await found('?status=qualified')).toEqual([])
  })

  test('are found by whether they are held, which list and export show', async () => {
    await add('sale_1')
    await add('sale_2', { hold: 'person-suspended' })
    expect((await page('?status=held')).sales).toMatchObject([
      { session_id: 'sale_2', hold: 'person-suspended' },
    ])
    expect((await lines('?status=held'))[1]).toContain('person-suspended')
  })

  test('show when the customer cancelled and whether in time, and return nothing that the list does not show', async () => {
    const sold = { service_monthly_price: 49.99, service_installation_price: 200, total_value: 249.99 }
    await add('sale_1', { ...WON, ...sold, customer_id_number: 'AB123', customer_name: 'Ada King' })
    await database.db
      .insertInto('cancellations')
      .values({ session_id: 'sale_1', received_at: SIGNED_AT, way: 'page', words: '', in_time: false })
      .execute()
    const { sales } = await page()
    expect(sales).toEqual([
      {
        session_id: 'sale_1',
        status: 'closed-won',
        customer_name: 'Ada King',
        customer_location: null,
        service_package_name: null,
        total_value: 249.99,
        contract_timestamp: SIGNED_AT,
        created_at: expect.any(String),
        cancelled_at: SIGNED_AT,
        cancelled_in_time: false,
        standing: null,
        complaint_open: false,
        owner_name: null,
        phone_name: null,
        hold: null,
      },
    ])
  })

  test('are found by the agent who made them, and list and export name the agent', async () => {
    const mara = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    await database.db.insertInto('people').values({ id: mara, name: 'Mara', role: 'agent' }).execute()
    await add('sale_1', { owner_id: mara })
    await add('sale_2')
    expect(await found(`?owner=${mara}`)).toEqual(['sale_1'])
    expect((await page()).sales.map(({ owner_name }) => owner_name).toSorted()).toEqual(['Mara', null])
    expect((await lines(`?owner=${mara}`)).slice(1, -1)).toEqual([expect.stringContaining(',Mara,')])
    expect((await get('/sales-list?owner=Mara')).statusCode).toBe(400)
  })

  test('are found by the phone that made them, and list and export name the phone', async () => {
    const phone = '0f8e6d2c-1b3a-4c5d-8e7f-9a0b1c2d3e4f'
    await database.db.insertInto('phones').values({ id: phone, label: 'Mara' }).execute()
    await add('sale_1', { phone_id: phone })
    await add('sale_2')
    expect(await found(`?phone=${phone}`)).toEqual(['sale_1'])
    expect((await page()).sales.map(({ phone_name }) => phone_name).toSorted()).toEqual(['Mara', null])
    expect((await lines(`?phone=${phone}`))[1]).toContain(',Mara,')
    expect((await get('/sales-list?phone=Mara')).statusCode).toBe(400)
  })

  test('stay listed if one has a moment that no calendar shows', async () => {
    await add('sale_1', { ...WON, contract_timestamp: '20000-01-01T00:00:00Z' })
    await add('sale_2')
    expect((await get('/sales-list')).statusCode).toBe(200)
    expect((await found()).toSorted()).toEqual(['sale_1', 'sale_2'])
    expect(await lines()).toHaveLength(4)
  })

  test('are exported as found, without signature and ID number, and without formulas', async () => {
    const owed = {
      service_monthly_price: 5,
      service_installation_price: 0,
      customer_discount: 10,
      voucher_amount: 10,
      total_value: -5,
    }
    const formula = { customer_name: '=HYPERLINK("x")', customer_location: '\r=1' }
    await add('sale_1', { ...WON, ...owed, ...formula, customer_id_number: 'AB123' })
    await add('sale_2', {})
    const [head, row, end] = await lines('?status=closed-won')
    expect(head).toMatch(/^\uFEFForder_reference,session_id,status,/)
    expect(row).toContain(`${orderReference(SIGNED_AT)},sale_1,closed-won,`)
    expect(row).toContain(`"'=HYPERLINK(""x"")"`)
    // A text with a line end is quoted, and an amount remains a number.
    expect(row).toContain(`"'\r=1"`)
    expect(row).toContain(',10,-5,10,')
    expect(row).not.toMatch(/AB123|base64/)
    expect(end).toBe('')
    expect(await lines('?search=absent')).toHaveLength(2)
  })

  test('are exported whole, however many there are', async () => {
    const sales = Array.from({ length: 1_001 }, (_, index) => ({
      session_id: `sale_${index}`,
      status: 'open' as const,
    }))
    await database.db.insertInto('opportunities').values(sales).execute()
    const rows = (await lines()).slice(1, -1)
    expect(new Set(rows).size).toBe(1_001)
  })

  test('are refused without the key, or if the query is not valid', async () => {
    expect((await get('/sales-list', 'wrong')).statusCode).toBe(401)
    expect((await get('/sales.csv', 'wrong')).statusCode).toBe(401)
    for (const query of [
      'status=lost',
      'from=2026-02-30',
      'from=0000-01-01',
      'to=9999-12-31',
      'limit=201',
      'after=x',
      'sort=name',
      'more=1',
    ])
      expect([query, (await get(`/sales-list?${query}`)).statusCode]).toEqual([query, 400])
    expect((await get('/sales.csv?limit=5')).statusCode).toBe(400)
  })
})
