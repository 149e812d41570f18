import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { DATABASES } from '../testing/databases.ts'
import { type ServedTables, serveTables } from './test-server.ts'

const LEAD_COLUMNS =
  'id,street_address,postcode,household_size,voucher_value,status,priority,contact_name,contact_phone,contact_email,notes,area,created_at,updated_at'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe.each(DATABASES)('the official client, on the %s database,', (kind) => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables(kind)
  })
  beforeEach(() => server.empty())
  afterAll(() => server?.stop())

  const leads = () => server.client.from('leads')

  it('reads the leads, newest first, in the types of the contract', async () => {
    await server.addLeads(3)
    const { data } = await leads().select('*').order('created_at', { ascending: false })
    expect(data?.map(({ street_address }) => street_address)).toEqual(['2 High St', '1 High St', '0 High St'])
    expect(Object.keys(data?.[0] ?? {}).join()).toBe(LEAD_COLUMNS)
    expect(data?.[0]).toMatchObject({
      voucher_value: '1500',
      household_size: 2,
      created_at: '2026-01-01T00:02:00.000Z',
      updated_at: expect.stringMatching(ISO),
    })
  })

  it('reads the sync log, newest first and never more than 50', async () => {
    const entry = { operation: 'sync_leads', direction: 'pull', status: 'success', duration_ms: 1 } as const
    await server.db
      .insertInto('ghl_sync_log')
      .values(
        Array.from({ length: 60 }, () => ({ ...entry, session_id: null, lead_id: null, message: null })),
      )
      .execute()
    const { data, count } = await server.client
      .from('ghl_sync_log')
      .select('*', { count: 'exact' })
      .order('created_at', { ascending: false })
      .limit(1000)
    expect(data?.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => 60 - n))
    expect(count).toBe(60)
  })

  it('reads the do-not-knock register, which cannot be written here', async () => {
    const entry = { id: '0f9a3b52-8a94-4f5e-9a37-1c5c1f6f0a01', scope: 'household', reason: 'asked' } as const
    const at = '2026-11-24T16:30:00.000Z'
    await server.db
      .insertInto('do_not_knock')
      .values({ ...entry, uprn: 10033544614, source: 'door', at } as never)
      .execute()
    const register = () => server.client.from('do_not_knock')
    const { data } = await register()
      .select('id,uprn,at,lifted_at')
      .eq('uprn', 10033544614)
      .is('lifted_at', null)
    expect(data).toEqual([{ id: entry.id, uprn: 10033544614, at, lifted_at: null }])
    expect((await register().update({ scope: 'zone' }).eq('id', entry.id)).error?.code).toBe('42501')
    expect((await register().insert({ id: entry.id })).error?.code).toBe('42501')
  })

  it('reads visits, which cannot be written here', async () => {
    const lead_id = '0f9a3b52-8a94-4f5e-9a37-1c5c1f6f0a02'
    const visit = { lead_id, area: 'North', outcome: 'call-back', call_back_on: '2026-12-01' } as const
    const id = '0f9a3b52-8a94-4f5e-9a37-1c5c1f6f0a03'
    const occurred_at = '2026-11-24T16:30:00.000Z'
    await server.db
      .insertInto('visits')
      .values({ ...visit, id, occurred_at })
      .execute()
    const visits = () => server.client.from('visits')
    const { data } = await visits()
      .select('id,outcome,occurred_at,call_back_on,undoes')
      .gt('call_back_on', '2026-11-30')
      .eq('area', 'North')
    expect(data).toEqual([
      { id, outcome: 'call-back', occurred_at, call_back_on: '2026-12-01', undoes: null },
    ])
    expect((await visits().select().gt('call_back_on', '2026-12-01')).data).toEqual([])
    expect((await visits().update({ outcome: 'refused' }).eq('id', id)).error?.code).toBe('42501')
    expect((await visits().insert({ id })).error?.code).toBe('42501')
  })

  it('counts without reading', async () => {
    await server.addLeads(3)
    expect(await leads().select('*', { count: 'exact', head: true }).limit(2)).toMatchObject({
      count: 3,
      data: null,
    })
  })

  it('reads one page after another', async () => {
    await server.addLeads(5)
    const page = (from: number, to: number) =>
      leads().select('household_size', { count: 'exact' }).range(from, to)
    expect(await page(0, 1)).toMatchObject({ status: 206, count: 5 })
    const read = [...((await page(0, 1)).data ?? []), ...((await page(2, 4)).data ?? [])]
    expect(read.map(({ household_size }) => household_size).sort()).toEqual([0, 1, 2, 3, 4])
    expect(await page(7, 8)).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
  })

  it('keeps the order and the condition on every page', async () => {
    await server.addLeads(7)
    const read: unknown[] = []
    for (const from of [0, 2, 4]) {
      const query = leads().select('household_size:street_address, people:household_size')
      const { data } = await query
        .gt('household_size', 0)
        .order('household_size', { ascending: false })
        .range(from, from + 1)
      read.push(...(data ?? []).map(({ people }: { people: number }) => people))
    }
    expect(read).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('orders vouchers by value, not as text', async () => {
    for (const voucher_value of [500, 4500, 1000]) await server.addLead({ voucher_value })
    const { data } = await leads().select('voucher_value').order('voucher_value', { ascending: false })
    expect(data?.map(({ voucher_value }) => voucher_value)).toEqual(['4500', '1000', '500'])
  })

  it('returns a single row, and fails if there is not exactly one', async () => {
    await server.addLeads(2)
    expect((await leads().select('household_size').eq('household_size', 1).single()).data).toEqual({
      household_size: 1,
    })
    expect((await leads().select().single()).error).toMatchObject({ code: 'PGRST116' })
    expect(await leads().select().eq('household_size', 9).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
  })

  test.each<[string, (query: ReturnType<ReturnType<typeof leads>['select']>) => unknown, number[]]>([
    ['equal', (query) => query.eq('household_size', 2), [2]],
    ['not equal', (query) => query.neq('household_size', 2), [0, 1, 3]],
    ['between', (query) => query.gt('household_size', 0).lte('household_size', 2), [1, 2]],
    ['from on', (query) => query.gte('created_at', '2026-01-01T00:02:00Z'), [2, 3]],
    ['before', (query) => query.lt('created_at', '2026-01-01T00:01:00+00:00'), [0]],
    ['alike', (query) => query.like('street_address', '1 High*'), [1]],
    ['like it in any case', (query) => query.ilike('street_address', '%3 HIGH%'), [3]],
    ['in a list', (query) => query.in('street_address', ['0 High St', '1,5 "High" St']), [0]],
    [
      'in a long list',
      (query) =>
        query.in(
          'household_size',
          Array.from({ length: 500 }, (_, n) => n + 3),
        ),
      [3],
    ],
    ['in no list', (query) => query.in('household_size', []), []],
    ['unset', (query) => query.is('notes', null).eq('voucher_value', 1500.0), [0, 1, 2, 3]],
    ['not so', (query) => query.not('household_size', 'in', '(1,2)'), [0, 3]],
    ['either', (query) => query.or('household_size.eq.0,and(household_size.gt.2,area.is.null)'), [0, 3]],
  ])('finds values: %s', async (_, narrow, found) => {
    await server.addLeads(4)
    const query = leads().select('household_size').order('household_size')
    narrow(query as never)
    const { data, error } = await query
    expect(error).toBeNull()
    expect(data?.map(({ household_size }) => household_size)).toEqual(found)
  })

  it('renames the columns of an answer', async () => {
    const { id } = await server.addLead()
    const names = ['r', 'row', 'a row', 'a lead', 'json', 'count', 'leads', 'written', 'say \\"hi\\"', 'id']
    const select = names.map((name) => `"${name}":status`).join() as '*'
    const row = Object.fromEntries(names.map((name) => [name.replaceAll('\\', ''), 'new']))
    expect((await leads().select(select)).data).toEqual([row])
    expect((await leads().update({ status: 'new' }).eq('id', id).select(select)).data).toEqual([row])
  })

  it('sorts by several columns and places nulls', async () => {
    await server.addLead({ area: 'South', household_size: 1 })
    await server.addLead({ area: null, household_size: 2 })
    await server.addLead({ area: 'North', household_size: 3 })
    await server.addLead({ area: 'South', household_size: 4 })
    const { data } = await leads()
      .select('size:household_size')
      .order('area', { ascending: false, nullsFirst: false })
      .order('household_size', { ascending: false })
    expect(data?.map(({ size }) => size)).toEqual([4, 1, 3, 2])
  })
})
