import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TERRITORY_PATH } from '#protocol/territory.ts'
import type { Context } from '../context.ts'
import { dataApiRoutes } from '../postgrest/data-api.routes.ts'
import { RecentSales } from '../sales/recent-sales.ts'
import { createSaleWriter } from '../sales/sale-writer.ts'
import { type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { addLead } from '../testing/live-server.ts'
import { foldTallies } from './tallies.queries.ts'
import { territoryRoutes } from './territory.routes.ts'

const headers = { apikey: 'key' }

describe('The territory', () => {
  const app = Fastify()
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase('postgres')
    const { db } = database
    const context = {
      callers: keyHolders('key'),
      db,
      changeFeed: { wake() {} },
      recentSales: new RecentSales(),
      saleWriter: createSaleWriter(db),
    }
    app.register(territoryRoutes(context as unknown as Context), { prefix: TERRITORY_PATH })
    app.register(dataApiRoutes(context as unknown as Context))
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('opportunities').execute()
    await database.db.deleteFrom('leads').execute()
  })

  const read = async (path = '') => (await app.inject({ url: TERRITORY_PATH + path, headers })).json()
  const sell = async (session_id: string, lead_id: string | null) =>
    app.inject({
      method: 'POST',
      url: '/rest/v1/opportunities',
      headers,
      body: { session_id, status: 'open', lead_id },
    })
  const change = (session_id: string, body: object) =>
    app.inject({ method: 'PATCH', url: `/rest/v1/opportunities?session_id=eq.${session_id}`, headers, body })
  const PRICED = {
    service_monthly_price: 299,
    service_installation_price: 995,
    total_value: 1294,
    status: 'qualified',
  }

  test('counts the leads and sales of each area', async () => {
    const { id } = await addLead(database.db, '1 High St', { area: 'Ludlow' })
    await addLead(database.db, '2 High St', { area: 'Ludlow' })
    await addLead(database.db, '3 High St', { area: 'Hereford' })
    await addLead(database.db, '4 High St')
    await sell('a', id)
    await sell('b', null)
    expect(await read()).toEqual({
      leads: 4,
      sales: 2,
      areas: [
        { area: 'Hereford', leads: 1, sales: 0 },
        { area: 'Ludlow', leads: 2, sales: 1 },
        { area: '', leads: 1, sales: 1 },
      ],
    })
  })

  test('follows leads that move to another area or are deleted', async () => {
    const moved = await addLead(database.db, '1 High St', { area: 'Ludlow' })
    const removed = await addLead(database.db, '2 High St', { area: 'Ludlow' })
    await database.db.updateTable('leads').set({ area: 'Hereford' }).where('id', '=', moved.id).execute()
    await database.db.deleteFrom('leads').where('id', '=', removed.id).execute()
    expect((await read()).areas).toEqual([{ area: 'Hereford', leads: 1, sales: 0 }])
  })

  test('sums the sales of an area by status, with the same result after folding', async () => {
    const ludlow = await addLead(database.db, '1 High St', { area: 'Ludlow' })
    const hereford = await addLead(database.db, '2 High St', { area: 'Hereford' })
    for (const session of ['a', 'b']) await sell(session, ludlow.id)
    await sell('c', hereford.id)
    for (const session of ['a', 'c']) await change(session, PRICED)
    const ofLudlow = [
      { status: 'open', count: 1, value: 0 },
      { status: 'qualified', count: 1, value: 1294 },
    ]
    const tallies = async (path: string) =>
      (await read(path)).sort((a: { status: string }, b: { status: string }) =>
        a.status.localeCompare(b.status),
      )
    const count = async () => (await database.db.selectFrom('tallies').selectAll().execute()).length

    expect(await tallies('/sales?area=Ludlow')).toEqual(ofLudlow)
    const before = await count()
    await Promise.all([foldTallies(database.db), foldTallies(database.db)])
    expect(await count()).toBeLessThan(before)
    expect(await tallies('/sales?area=Ludlow')).toEqual(ofLudlow)
    expect(await tallies('/sales')).toEqual([
      { status: 'open', count: 1, value: 0 },
      { status: 'qualified', count: 2, value: 2588 },
    ])
  })

  test('counts a sale that changes its lead in the area of the new lead', async () => {
    const ludlow = await addLead(database.db, '1 High St', { area: 'Ludlow' })
    const hereford = await addLead(database.db, '2 High St', { area: 'Hereford' })
    await sell('a', ludlow.id)
    await change('a', { lead_id: hereford.id })
    expect(await read('/sales?area=Ludlow')).toEqual([])
    expect(await read('/sales?area=Hereford')).toEqual([{ status: 'open', count: 1, value: 0 }])
    const [sale] = (await app.inject({ url: '/rest/v1/opportunities?area=eq.Hereford', headers })).json()
    expect(sale).toMatchObject({ session_id: 'a', area: 'Hereford' })
  })

  test('is refused without the key', async () => {
    expect((await app.inject({ url: TERRITORY_PATH })).statusCode).toBe(401)
  })
})
