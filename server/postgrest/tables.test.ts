import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { DATABASES } from '../testing/databases.ts'
import { type ServedTables, serveTables } from './test-server.ts'

const LEAD_COLUMNS =
  'id,street_address,postcode,household_size,voucher_value,status,priority,contact_name,contact_phone,contact_email,notes,area,created_at,updated_at'
const OPPORTUNITY_COLUMNS =
  'id,session_id,status,customer_name,customer_email,customer_phone,customer_location,lead_id,service_package_name,service_speed,total_value,created_at,updated_at,notes,customer_id_number,service_package_id,service_monthly_price,service_installation_price,customer_discount,voucher_amount,contract_signature,contract_timestamp,contract_ip_address,eligibility_status,eligibility_scheme,ghl_opportunity_id,last_ghl_sync,received_at,closed_by,area'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe.each(DATABASES)('the official client, on the %s database,', (kind) => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables(kind)
  })
  beforeEach(() => server.empty())
  afterAll(() => server?.stop())

  const leads = () => server.client.from('leads')
  const opportunities = () => server.client.from('opportunities')
  const addLeads = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        server.addLead({
          street_address: `${n} High St`,
          household_size: n,
          created_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
        }),
      ),
    )

  it('reads the leads, newest first, in the types of the contract', async () => {
    await addLeads(3)
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

  it('sets the status of a lead', async () => {
    const { id } = await server.addLead()
    const { data } = await leads().update({ status: 'contacted' }).eq('id', id).select('id,status').single()
    expect(data).toEqual({ id, status: 'contacted' })
    expect(server.changeFeed.wake).toHaveBeenCalledOnce()
  })

  it('creates an opportunity and reads it back', async () => {
    const { id } = await server.addLead()
    const sale = { session_id: 'sale_1_a', status: 'open', customer_location: '1 High St', lead_id: id }
    const created = await opportunities().insert(sale).select().single()
    expect(created).toMatchObject({ status: 201, data: sale })
    expect(Object.keys(created.data).join()).toBe(OPPORTUNITY_COLUMNS)
    const { data } = await opportunities().select('*').order('created_at', { ascending: false })
    expect(data).toEqual([created.data])
  })

  it('updates an opportunity by its session', async () => {
    await opportunities().insert({ session_id: 'sale_1_a' })
    const service = { service_monthly_price: 299, service_installation_price: 995.5, total_value: 1294.5 }
    const plain = await opportunities()
      .update({ ...service, status: 'qualified', eligibility_status: true })
      .eq('session_id', 'sale_1_a')
    expect(plain).toMatchObject({ status: 204, data: null, error: null })
    const { data } = await opportunities().select().single()
    expect(data).toMatchObject({ ...service, status: 'qualified', eligibility_status: true })
  })

  it('writes down what the CRM answered', async () => {
    await opportunities().insert({ session_id: 'sale_1_a' })
    const { data } = await opportunities()
      .update({ ghl_opportunity_id: 'ghl-1', last_ghl_sync: '2026-03-01T12:00:00+02:00' })
      .eq('session_id', 'sale_1_a')
      .select('ghl_opportunity_id,last_ghl_sync')
    expect(data).toEqual([{ ghl_opportunity_id: 'ghl-1', last_ghl_sync: '2026-03-01T10:00:00.000Z' }])
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

  it('counts without reading', async () => {
    await addLeads(3)
    expect(await leads().select('*', { count: 'exact', head: true }).limit(2)).toMatchObject({
      count: 3,
      data: null,
    })
  })

  it('reads one page after another', async () => {
    await addLeads(5)
    const page = (from: number, to: number) =>
      leads().select('household_size', { count: 'exact' }).range(from, to)
    expect(await page(0, 1)).toMatchObject({ status: 206, count: 5 })
    const read = [...((await page(0, 1)).data ?? []), ...((await page(2, 4)).data ?? [])]
    expect(read.map(({ household_size }) => household_size).sort()).toEqual([0, 1, 2, 3, 4])
    expect(await page(7, 8)).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
  })

  it('goes on in the same order, and with the same condition, on every page', async () => {
    await addLeads(7)
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

  it('orders vouchers by their value, not by their text', async () => {
    for (const voucher_value of [500, 4500, 1000]) await server.addLead({ voucher_value })
    const { data } = await leads().select('voucher_value').order('voucher_value', { ascending: false })
    expect(data?.map(({ voucher_value }) => voucher_value)).toEqual(['4500', '1000', '500'])
  })

  it('takes one row where there is one, and refuses where there is not', async () => {
    await addLeads(2)
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
    ['alike in any case', (query) => query.ilike('street_address', '%3 HIGH%'), [3]],
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
  ])('finds what is %s', async (_, narrow, found) => {
    await addLeads(4)
    const query = leads().select('household_size').order('household_size')
    narrow(query as never)
    const { data, error } = await query
    expect(error).toBeNull()
    expect(data?.map(({ household_size }) => household_size)).toEqual(found)
  })

  it('names the columns of an answer as it likes', async () => {
    const { id } = await server.addLead()
    const names = ['r', 'row', 'json', 'count', 'leads', 'written', 'a', 'id']
    const select = names.map((name) => `${name}:status`).join()
    const row = Object.fromEntries(names.map((name) => [name, 'new']))
    expect((await leads().select(select)).data).toEqual([row])
    expect((await leads().update({ status: 'new' }).eq('id', id).select(select)).data).toEqual([row])
  })

  it('sorts by several columns, with a place for what is unset', async () => {
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

  it('creates several sales at once, or none', async () => {
    const created = await opportunities()
      .insert([{ session_id: 'sale_1_a', notes: 'one' }, { session_id: 'sale_2_b' }])
      .select('session_id,notes')
    expect(created).toMatchObject({ status: 201, data: [{ notes: 'one' }, { notes: null }] })
    const refused = await opportunities().insert([
      { session_id: 'sale_3_c' },
      { session_id: 'sale_4_d', total_value: '1' },
    ])
    expect(refused.error).toMatchObject({ code: '22P02' })
    const broken = await opportunities().insert([
      { session_id: 'sale_3_c' },
      { session_id: 'sale_4_d', voucher_amount: -1 },
    ])
    expect(broken).toMatchObject({ status: 422, error: { code: 'amounts_are_not_negative' } })
    expect((await opportunities().select()).data).toHaveLength(2)
  })

  it('creates a sale or updates the one there is', async () => {
    const upsert = (notes: string) =>
      opportunities().upsert({ session_id: 'sale_1_a', notes }, { onConflict: 'session_id' }).select('notes')
    expect(await upsert('one')).toMatchObject({ status: 201, data: [{ notes: 'one' }] })
    expect(await upsert('two')).toMatchObject({ status: 200, data: [{ notes: 'two' }] })
    const ignored = await opportunities()
      .upsert(
        { session_id: 'sale_1_a', notes: 'three' },
        { onConflict: 'session_id', ignoreDuplicates: true },
      )
      .select('notes')
    expect(ignored).toMatchObject({ status: 200, data: [{ notes: 'two' }] })
    const other = await opportunities().upsert({ session_id: 'sale_1_a' }, { onConflict: 'id' })
    expect(other.error).toMatchObject({ code: '42P10' })
  })

  it('updates every sale that a filter finds, or none of them', async () => {
    await opportunities().insert([
      { session_id: 'sale_1_a' },
      { session_id: 'sale_2_b', status: 'qualified' },
    ])
    const all = await opportunities()
      .update({ notes: 'Call' }, { count: 'exact' })
      .in('status', ['open', 'qualified'])
    expect(all).toMatchObject({ status: 204, count: 2 })
    const back = await opportunities().update({ status: 'open', notes: 'Back' }).eq('notes', 'Call')
    expect(back).toMatchObject({ status: 422, error: { code: 'status_never_moves_back' } })
    const { data } = await opportunities().select('notes')
    expect(data).toEqual([{ notes: 'Call' }, { notes: 'Call' }])
  })

  it('finds nothing to update without complaint', async () => {
    const none = await opportunities().update({ notes: 'x' }).eq('session_id', 'sale_0').select()
    expect(none).toMatchObject({ status: 200, data: [], error: null })
    expect((await opportunities().update({ notes: 'x' }).eq('session_id', 'sale_0')).status).toBe(204)
    const one = await opportunities().update({ notes: 'x' }).eq('session_id', 'sale_0').select().single()
    expect(one.error).toMatchObject({ code: 'PGRST116' })
  })

  it('says how many rows there were where one was to be written, and writes none of several', async () => {
    await addLeads(2)
    await opportunities().insert([{ session_id: 'sale_1_a' }, { session_id: 'sale_2_b' }])
    const details = async (narrow: PromiseLike<{ error: unknown }>) =>
      ((await narrow).error as { details: string }).details
    const contact = () => leads().update({ status: 'contacted' })
    const note = () => opportunities().update({ notes: 'x' })
    expect(await details(contact().gte('household_size', 9).select().single())).toContain(' 0 rows')
    expect(await details(contact().gte('household_size', 0).select().single())).toContain(' 2 rows')
    expect(await details(note().eq('session_id', 'sale_0').select().single())).toContain(' 0 rows')
    expect(await details(note().eq('status', 'qualified').select().single())).toContain(' 0 rows')
    expect(await details(note().eq('status', 'open').select().single())).toContain(' several rows')
    expect((await leads().select().eq('status', 'contacted')).data).toEqual([])
    expect((await opportunities().select().eq('notes', 'x')).data).toEqual([])
  })

  it('writes none of more rows than the client said it may change', async () => {
    await addLeads(2)
    await opportunities().insert([{ session_id: 'sale_1_a' }, { session_id: 'sale_2_b' }])
    const contact = () => leads().update({ status: 'contacted' }).gte('household_size', 0)
    const note = () => opportunities().update({ notes: 'x' }).eq('status', 'open')
    for (const tooMany of [contact().maxAffected(1), note().maxAffected(1)])
      expect(await tooMany).toMatchObject({ status: 400, error: { code: 'PGRST124' } })
    expect((await leads().select().eq('status', 'contacted')).data).toEqual([])
    expect((await opportunities().select().eq('notes', 'x')).data).toEqual([])
    for (const enough of [contact().maxAffected(2), note().maxAffected(2)])
      expect(await enough).toMatchObject({ status: 204, error: null })
  })

  test.each<[string, number, string, () => PromiseLike<unknown>]>([
    ['a table that is none', 404, 'PGRST205', () => server.client.from('applied_calls').select()],
    ['a column that is none', 400, '42703', () => leads().select('crm_contact_id')],
    ['a filter on a hidden column', 400, '42703', () => opportunities().select().eq('revision', 1)],
    ['an order by no column', 400, '42703', () => leads().select().order('constructor')],
    ['a write of no column', 400, 'PGRST204', () => opportunities().insert({ session_id: 'a', nope: 1 })],
    ['an insert by no column', 400, 'PGRST204', () => opportunities().insert([{ session_id: 'a', nope: 1 }])],
    [
      'a write of what is the server’s',
      403,
      '42501',
      () => opportunities().insert({ session_id: 'a', closed_by: 'crm' }),
    ],
    ['another column of a lead', 403, '42501', () => leads().update({ notes: 'x' }).eq('area', 'x')],
    ['a new lead', 403, '42501', () => leads().insert({ street_address: 'x' })],
    [
      'a line for the sync log',
      403,
      '42501',
      () => server.client.from('ghl_sync_log').insert({ operation: 'x' }),
    ],
    [
      'a change of the sync log',
      403,
      '42501',
      () => server.client.from('ghl_sync_log').update({}).eq('id', 1),
    ],
    [
      'another session id',
      403,
      '42501',
      () => opportunities().update({ session_id: 'b' }).eq('session_id', 'a'),
    ],
    ['an update of everything', 400, '21000', () => opportunities().update({ notes: 'x' }) as never],
    [
      'an unknown status of a lead',
      422,
      'lead_status_is_known',
      () => leads().update({ status: 'x' }).neq('area', 'x'),
    ],
    ['a text for a price', 400, '22P02', () => opportunities().insert({ session_id: 'a', total_value: '5' })],
    [
      'a part of a penny',
      400,
      '22P02',
      () => opportunities().insert({ session_id: 'a', total_value: 5.001 }),
    ],
    [
      'a time without its zone',
      400,
      '22P02',
      () => opportunities().insert({ session_id: 'a', last_ghl_sync: '2026-01-01T00:00:00' }),
    ],
    [
      'more patterns than a query may have',
      400,
      'too-many-conditions',
      () =>
        leads()
          .select()
          .or(Array.from({ length: 21 }, (_, n) => `area.ilike.*${n}*`).join()),
    ],
    [
      'more conditions than a query may have',
      400,
      'too-many-conditions',
      () =>
        leads()
          .select()
          .or(`household_size.eq.0,and(${Array(100).fill('area.is.null')})`),
    ],
    ['a filter of the wrong type', 400, '22P02', () => leads().select().eq('id', 'x')],
    ['a day that is none', 400, '22P02', () => leads().select().gt('created_at', '2026-02-30')],
    ['no session', 400, '23502', () => opportunities().insert({ notes: 'x' })],
    [
      'a lead that is none',
      409,
      '23503',
      () => opportunities().insert({ session_id: 'a', lead_id: crypto.randomUUID() }),
    ],
    ['a join', 400, 'PGRST100', () => opportunities().select('id,leads(area)')],
    ['a function', 400, 'PGRST100', () => server.client.rpc('now')],
    ['CSV', 406, 'PGRST107', () => leads().select().csv()],
    ['a deletion', 405, 'method-not-allowed', () => leads().delete().eq('status', 'new')],
  ])('is refused %s (%i %s)', async (_, status, code, call) => {
    await server.addLead({ area: 'North' })
    const { status: found, error } = (await call()) as { status: number; error: { code: string } }
    expect({ status: found, code: error?.code }).toEqual({ status, code })
  })
})
