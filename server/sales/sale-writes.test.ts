import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { PHONE_HEADER } from '#protocol/call-headers.ts'
import { countDeliveries } from '../monitoring/metrics.queries.ts'
import { type ServedTables, serveTables } from '../postgrest/test-server.ts'
import { DATABASES } from '../testing/databases.ts'
import { CONTRACT, SESSION, saleCalls } from './sale-calls.testing.ts'

const PRICES = { service_monthly_price: 299, service_installation_price: 995, voucher_amount: 1500 }

describe.each(DATABASES)('a write of a sale, on the %s database,', (kind) => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables(kind)
  })
  beforeEach(() => server.empty())
  afterAll(() => server?.stop())

  const { post, patch, shown, numbered, stored } = saleCalls(() => server)
  const leadStatus = async (id: string) =>
    (await server.db.selectFrom('leads').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status
  const deliveries = () =>
    server.db
      .selectFrom('deliveries')
      .select(['target', 'session_id', 'wanted', 'state', 'attempts'])
      .execute()

  describe('for a lead that is won', () => {
    it('is refused if it starts without a signature', async () => {
      const { id } = await server.addLead({ status: 'closed-won' })
      const refused = await post({ session_id: SESSION, status: 'open', lead_id: id })
      expect([refused.status, await refused.json()]).toEqual([
        422,
        expect.objectContaining({ code: 'lead_is_not_won' }),
      ])
    })

    it('is accepted from a phone, whose signature may follow', async () => {
      const { id } = await server.addLead({ status: 'closed-won' })
      const body = { session_id: SESSION, status: 'open', lead_id: id }
      expect((await post(body, numbered(1))).status).toBe(201)
    })

    it('answers with the sale that won it if its creation is repeated', async () => {
      const { id } = await server.addLead()
      const body = { session_id: SESSION, status: 'open', lead_id: id }
      await post(body)
      await patch(CONTRACT)
      const repeated = await post(body, shown)
      expect([repeated.status, await repeated.json()]).toEqual([
        200,
        [expect.objectContaining({ status: 'closed-won' })],
      ])
    })
  })

  describe('names the phone', () => {
    const phoneOf = async () =>
      (await server.db.selectFrom('opportunities').select('phone_id').executeTakeFirstOrThrow()).phone_id

    it('that makes the sale, and no later write changes it', async () => {
      const [phone, other] = [randomUUID(), randomUUID()]
      await post({ session_id: SESSION }, { ...numbered(1), [PHONE_HEADER]: phone })
      await patch({ status: 'qualified' }, { ...numbered(3), [PHONE_HEADER]: other })
      await post({ session_id: SESSION }, { [PHONE_HEADER]: other })
      expect(await phoneOf()).toBe(phone)
    })

    it('unless its identity is malformed, and takes none from the body', async () => {
      expect((await post({ session_id: SESSION, phone_id: randomUUID() })).status).toBe(403)
      expect((await post({ session_id: SESSION }, { [PHONE_HEADER]: 'x' })).status).toBe(201)
      expect(await phoneOf()).toBe(null)
    })
  })

  describe('moves its lead', () => {
    it('forward with every step', async () => {
      const { id } = await server.addLead()
      await post({ session_id: SESSION, lead_id: id })
      expect(await leadStatus(id)).toBe('contacted')
      await patch({ status: 'qualified' })
      expect(await leadStatus(id)).toBe('qualified')
      await patch(CONTRACT)
      expect(await leadStatus(id)).toBe('closed-won')
    })

    it('never back, and moves the new one if the agent changes the lead', async () => {
      const { id: first } = await server.addLead({ status: 'qualified' })
      const { id: second } = await server.addLead()
      await post({ session_id: SESSION, lead_id: first })
      expect(await leadStatus(first)).toBe('qualified')
      await patch({ lead_id: second })
      expect(await leadStatus(second)).toBe('contacted')
    })

    it('only when the sale itself moves', async () => {
      const { id } = await server.addLead()
      await post({ session_id: SESSION, lead_id: id })
      await server.client.from('leads').update({ status: 'new' }).eq('id', id)
      await patch({ notes: 'Ring twice' })
      expect(await leadStatus(id)).toBe('new')
    })
  })

  describe('queues the CRM push', () => {
    it('once per sale, for its newest state', async () => {
      await post({ session_id: SESSION })
      await patch({ customer_name: 'Ada' })
      expect(await deliveries()).toEqual([
        { target: 'crm', session_id: SESSION, wanted: 2, state: 'waiting', attempts: 0 },
      ])
      expect(server.changeFeed.wake).toHaveBeenCalledTimes(2)
    })

    it('as waiting from now if the CRM was up to date, otherwise from when it stopped being so', async () => {
      await post({ session_id: SESSION })
      const longAgo = sql<string>`now() - interval '2 hours'`
      await server.db.updateTable('deliveries').set({ state: 'delivered', created_at: longAgo }).execute()
      await patch({ customer_name: 'Ada' })
      expect(await countDeliveries(server.db)).toMatchObject([{ count: 1, age_s: expect.closeTo(0, -2) }])
      await server.db.updateTable('deliveries').set({ created_at: longAgo }).execute()
      await patch({ customer_name: 'Ada Byron' })
      expect(await countDeliveries(server.db)).toMatchObject([{ count: 1, age_s: expect.closeTo(7200, -2) }])
    })

    it('again if it was parked', async () => {
      await post({ session_id: SESSION })
      await server.db.updateTable('deliveries').set({ state: 'parked', attempts: 9, reason: 'no' }).execute()
      await patch({ customer_name: 'Ada' })
      expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 0, wanted: 2 }])
    })

    it('not for changes that the CRM does not see', async () => {
      await post({ session_id: SESSION })
      await patch({ notes: 'x', ghl_opportunity_id: 'g', last_ghl_sync: '2026-01-01T00:00:00Z' })
      expect(await deliveries()).toMatchObject([{ wanted: 1 }])
    })
  })

  it('stores when the contract arrived and who closed the sale', async () => {
    await post({ session_id: SESSION })
    expect(await stored()).toMatchObject({ received_at: null, closed_by: null })
    const before = new Date().toISOString()
    await patch(CONTRACT)
    const after = new Date().toISOString()
    const { received_at, closed_by, contract_timestamp } = await stored()
    expect(closed_by).toBe('agent')
    expect(contract_timestamp).toBe(CONTRACT.contract_timestamp)
    expect([before, received_at, after].toSorted()).toEqual([before, received_at, after])
    await patch({ notes: 'Ring twice' })
    expect((await stored()).received_at).toBe(received_at)
  })

  test.each<[string, object, object]>([
    ['status_never_moves_back', { status: 'qualified' }, { status: 'open' }],
    ['status_is_known', {}, { status: 'won' }],
    ['lost_is_set_by_the_crm', {}, { status: 'closed-lost' }],
    ['won_needs_a_signature', {}, { status: 'closed-won' }],
    ['signed_terms_are_sealed', CONTRACT, { customer_name: 'Bo' }],
    ['amounts_are_not_negative', {}, { voucher_amount: -1 }],
    ['discount_within_voucher', { voucher_amount: 500 }, { customer_discount: 501 }],
    ['total_adds_up', PRICES, { total_value: 1293.99 }],
  ])('is refused by the rule %s and changes nothing', async (rule, before, change) => {
    await post({ session_id: SESSION, ...before })
    const row = await stored()
    const refused = await patch(change)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ code: rule, message: expect.stringMatching(/\.$/) })
    expect(await stored()).toEqual(row)
  })

  it('may name the lead of a signed sale in capitals, which changes nothing', async () => {
    const { id } = await server.addLead()
    await post({ session_id: SESSION, lead_id: id, ...CONTRACT })
    const queued = await deliveries()
    const patched = await patch({ lead_id: id.toUpperCase() }, shown)
    expect([patched.status, await patched.json()]).toMatchObject([200, [{ lead_id: id }]])
    expect(await deliveries()).toEqual(queued)
  })

  it('is refused by the database under the same rule name', async () => {
    const long = await post({ session_id: 'x'.repeat(201) })
    expect({ status: long.status, body: await long.json() }).toMatchObject({
      status: 422,
      body: { code: 'session_id_is_present' },
    })
  })

  it('signs a sale that the CRM has won only with a picture, and only once', async () => {
    await post({ session_id: SESSION })
    await server.db.updateTable('opportunities').set({ status: 'closed-won', closed_by: 'crm' }).execute()
    const refused = await patch({ contract_signature: 'data:image/ this is no picture' })
    expect([refused.status, refused.headers.get('receipt')]).toEqual([422, null])
    expect(await refused.json()).toMatchObject({ code: 'won_needs_a_signature' })
    expect(await stored()).toMatchObject({ closed_by: 'crm', contract_signature: null, received_at: null })
    expect((await patch(CONTRACT)).status).toBe(204)
    expect(await (await patch({ customer_name: 'Bo' })).json()).toMatchObject({
      code: 'signed_terms_are_sealed',
    })
  })

  it('counts a correction in psql as a revision, but not a note of the CRM worker', async () => {
    await post({ session_id: SESSION })
    const change = (values: object) => server.db.updateTable('opportunities').set(values).execute()
    await change({ ghl_opportunity_id: 'opp_1', last_ghl_sync: new Date().toISOString() })
    expect(await stored()).toMatchObject({ revision: 1 })
    await change({ notes: 'Ring twice', ghl_opportunity_id: 'opp_2' })
    expect(await stored()).toMatchObject({ revision: 2 })
  })

  it('never creates a second sale of a session', async () => {
    const first = await post({ session_id: SESSION, notes: 'first' }, shown)
    const second = await post({ session_id: SESSION, notes: 'second' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(await second.json()).toEqual(await first.json())
    expect(await server.db.selectFrom('opportunities').select('notes').execute()).toEqual([
      { notes: 'first' },
    ])
  })

  it('never creates a second sale of a session at the same instant', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ session_id: SESSION }, shown)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
  })

  it('creates the sale once and updates it if many upsert it at the same instant', async () => {
    const fields = ['customer_name', 'customer_email', 'customer_phone', 'notes', 'service_speed']
    const upsertAll = async (session_id: string) => {
      const headers = { prefer: 'resolution=merge-duplicates' }
      const answers = await Promise.all(fields.map((field) => post({ session_id, [field]: field }, headers)))
      return answers.map(({ status }) => status).sort()
    }
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, sale) => upsertAll(`sale_${sale}`)))
    expect(statuses).toEqual(statuses.map(() => [200, 200, 200, 200, 201]))
    const all = Object.fromEntries(fields.map((field) => [field, field]))
    const sales = await server.db.selectFrom('opportunities').selectAll().execute()
    expect(sales).toEqual(statuses.map(() => expect.objectContaining(all)))
  })

  it('is not lost if others write the same sale at the same instant', async () => {
    await post({ session_id: SESSION })
    const fields = [
      'customer_name',
      'customer_email',
      'customer_phone',
      'notes',
      'service_speed',
      'eligibility_scheme',
    ]
    const answers = await Promise.all(fields.map((field) => patch({ [field]: field })))
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 204))
    expect(await stored()).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])))
  })
})
