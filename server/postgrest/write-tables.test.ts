import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DATABASES } from '../testing/databases.ts'
import { type ServedTables, serveTables } from './test-server.ts'

const OPPORTUNITY_COLUMNS =
  'id,session_id,status,customer_name,customer_email,customer_phone,customer_location,lead_id,service_package_name,service_speed,total_value,created_at,updated_at,notes,customer_id_number,service_package_id,service_monthly_price,service_installation_price,customer_discount,voucher_amount,contract_signature,contract_timestamp,contract_ip_address,eligibility_status,eligibility_scheme,ghl_opportunity_id,last_ghl_sync,received_at,closed_by,area,qualified_at,won_at,lost_at,phone_id,owner_id,hold'

describe.each(DATABASES)('the official client, on the %s database,', (kind) => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables(kind)
  })
  beforeEach(() => server.empty())
  afterAll(() => server?.stop())

  const leads = () => server.client.from('leads')
  const opportunities = () => server.client.from('opportunities')

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

  it('saves the answer of the CRM', async () => {
    await opportunities().insert({ session_id: 'sale_1_a' })
    const { data } = await opportunities()
      .update({ ghl_opportunity_id: 'ghl-1', last_ghl_sync: '2026-03-01T12:00:00+02:00' })
      .eq('session_id', 'sale_1_a')
      .select('ghl_opportunity_id,last_ghl_sync')
    expect(data).toEqual([{ ghl_opportunity_id: 'ghl-1', last_ghl_sync: '2026-03-01T10:00:00.000Z' }])
  })

  it('creates several sales at once, or none', async () => {
    const created = await opportunities()
      .insert([{ session_id: 'sale_1_a', notes: 'one' }, { session_id: 'sale_2_b' }])
      .select('session_id,notes')
    expect(created).toMatchObject({ status: 201, data: [{ notes: 'one' }, { notes: null }] })
    const refused = await opportunities().insert([
      { session_id: 'sale_3_c' },
      { session_id: 'sale_4_d', total_value: 'one' },
    ])
    expect(refused.error).toMatchObject({ code: '22P02' })
    const broken = await opportunities().insert([
      { session_id: 'sale_3_c' },
      { session_id: 'sale_4_d', voucher_amount: -1 },
    ])
    expect(broken).toMatchObject({ status: 422, error: { code: 'amounts_are_not_negative' } })
    expect((await opportunities().select()).data).toHaveLength(2)
  })

  it('creates a sale, or updates it if it exists', async () => {
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

  it('updates every sale that a filter finds, or none', async () => {
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

  it('accepts an update that finds nothing', async () => {
    const none = await opportunities().update({ notes: 'x' }).eq('session_id', 'sale_0').select()
    expect(none).toMatchObject({ status: 200, data: [], error: null })
    expect((await opportunities().update({ notes: 'x' }).eq('session_id', 'sale_0')).status).toBe(204)
    const one = await opportunities().update({ notes: 'x' }).eq('session_id', 'sale_0').select().single()
    expect(one.error).toMatchObject({ code: 'PGRST116' })
  })

  it('learns how many rows were found if it wants to write one, and writes none of several', async () => {
    await server.addLeads(2)
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

  it('writes nothing if it finds more rows than the client allows', async () => {
    await server.addLeads(2)
    await opportunities().insert([{ session_id: 'sale_1_a' }, { session_id: 'sale_2_b' }])
    const contact = () => leads().update({ status: 'contacted' }).gte('household_size', 0)
    const note = () => opportunities().update({ notes: 'x' }).eq('status', 'open')
    const one = opportunities().update({ notes: 'x' }).eq('session_id', 'sale_1_a')
    for (const tooMany of [contact().maxAffected(1), note().maxAffected(1), one.maxAffected(0)])
      expect(await tooMany).toMatchObject({ status: 400, error: { code: 'PGRST124' } })
    expect((await leads().select().eq('status', 'contacted')).data).toEqual([])
    expect((await opportunities().select().eq('notes', 'x')).data).toEqual([])
    for (const enough of [contact().maxAffected(2), note().maxAffected(2)])
      expect(await enough).toMatchObject({ status: 204, error: null })
  })
})
