import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { DATABASES } from '../testing/databases.ts'
import { type ServedTables, serveTables } from './test-server.ts'

describe.each(DATABASES)('the official client, on the %s database,', (kind) => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables(kind)
    const { id } = await server.addLead({ street_address: '1 High St', area: 'North', household_size: 2 })
    await server.addLead({ street_address: '2, Low "Road"', notes: '' })
    await opportunities().insert([
      { session_id: 'sale_1', lead_id: id, notes: 'Call' },
      { session_id: 'sale_2' },
    ])
  })
  afterAll(() => server?.stop())

  const leads = () => server.client.from('leads')
  const opportunities = () => server.client.from('opportunities')

  it('reads CSV', async () => {
    const { data } = await leads().select('street_address,area,notes').order('street_address').csv()
    expect(data).toBe('street_address,area,notes\n1 High St,North,\n"2, Low ""Road""",,""')
  })

  it('leaves out null fields', async () => {
    const { data } = await leads().select('area,household_size').order('street_address').stripNulls()
    expect(data).toEqual([{ area: 'North', household_size: 2 }, {}])
    const one = await opportunities()
      .update({ notes: null })
      .eq('session_id', 'sale_2')
      .select('session_id,notes')
      .stripNulls()
      .single()
    expect(one.data).toEqual({ session_id: 'sale_2' })
  })

  it('reads a column as another type', async () => {
    const { data } = await leads()
      .select('size:household_size::text,"my day":created_at::date')
      .eq('area', 'North')
      .single()
    expect(data).toEqual({ size: '2', 'my day': expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect((await leads().select('id::int')).error).toMatchObject({ code: '42846' })
  })

  test.each([
    ['leads(street_address)', { leads: { street_address: '1 High St' } }, { leads: null }],
    ['my-lead:leads(size:household_size)', { 'my-lead': { size: 2 } }, { 'my-lead': null }],
    ['...leads(area)', { area: 'North' }, { area: null }],
  ])('reads the lead of a sale: %s', async (embed, first, second) => {
    const select = `session_id,${embed}` as '*'
    const { data } = await opportunities().select(select).order('session_id')
    expect(data).toEqual([
      { session_id: 'sale_1', ...first },
      { session_id: 'sale_2', ...second },
    ])
  })

  it('finds and sorts sales by their lead', async () => {
    const found = await opportunities().select('session_id,leads!inner()').eq('leads.area', 'North')
    expect(found.data).toEqual([{ session_id: 'sale_1' }])
    const without = await opportunities().select('session_id,leads()').is('leads', null)
    expect(without.data).toEqual([{ session_id: 'sale_2' }])
    const sorted = await opportunities()
      .select('session_id,leads()')
      .order('leads(area)', { ascending: false })
    expect(sorted.data?.map(({ session_id }) => session_id)).toEqual(['sale_2', 'sale_1'])
    const beyond = await opportunities().select('session_id,leads(id)').range(1, 1).order('session_id')
    expect(beyond.data).toEqual([{ session_id: 'sale_2', leads: null }])
  })

  it('finds by regular expression, by several patterns and by difference', async () => {
    const addresses = async (query: PromiseLike<{ data: { street_address: string }[] | null }>) =>
      (await query).data?.map(({ street_address }) => street_address)
    const read = () => leads().select('street_address').order('street_address')
    expect(await addresses(read().regexIMatch('street_address', '^\\d HIGH'))).toEqual(['1 High St'])
    expect(await addresses(read().likeAnyOf('street_address', ['1%', '2%']))).toHaveLength(2)
    expect(await addresses(read().ilikeAllOf('street_address', ['%high%', '1%']))).toEqual(['1 High St'])
    expect(await addresses(read().isDistinct('area', 'North'))).toEqual(['2, Low "Road"'])
  })

  it('updates one of several rows if it says which', async () => {
    const note = (notes: string) => opportunities().update({ notes }).eq('status', 'open')
    const last = await note('last')
      .order('session_id', { ascending: false })
      .limit(1)
      .select('session_id')
      .single()
    expect(last.data).toEqual({ session_id: 'sale_2' })
    const second = await note('second').order('session_id').range(1, 1).select('session_id')
    expect(second.data).toEqual([{ session_id: 'sale_2' }])
    expect((await note('any').limit(1).select()).error).toMatchObject({ code: 'PGRST109' })
    expect((await note('none').limit(0).select()).data).toEqual([])
    const { data } = await opportunities().select('notes').order('session_id')
    expect(data).toEqual([{ notes: 'Call' }, { notes: 'second' }])
  })

  it('updates one row with a limit that leaves no row out', async () => {
    const sale = await opportunities()
      .update({ notes: 'Back' })
      .eq('session_id', 'sale_1')
      .limit(1)
      .select()
      .single()
    expect(sale.data).toMatchObject({ notes: 'Back' })
    const lead = await leads().update({ status: 'contacted' }).eq('area', 'North').limit(1).select().single()
    expect(lead.data).toMatchObject({ status: 'contacted' })
    const any = await leads().update({ status: 'qualified' }).like('street_address', '%').limit(1)
    expect(any.error).toMatchObject({ code: 'PGRST109' })
    expect((await leads().select().eq('status', 'qualified')).data).toEqual([])
  })

  it('writes numbers, booleans and moments that it sends as text', async () => {
    const values = {
      voucher_amount: ' 1500.50',
      eligibility_status: 'T',
      last_ghl_sync: '2026-03-01 12:00:00+0130',
    }
    const { data } = await opportunities()
      .update(values)
      .eq('session_id', 'sale_1')
      .select('voucher_amount,eligibility_status,last_ghl_sync')
      .single()
    expect(data).toEqual({
      voucher_amount: 1500.5,
      eligibility_status: true,
      last_ghl_sync: '2026-03-01T10:30:00.000Z',
    })
  })
})
