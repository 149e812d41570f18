import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { SIGNED_HEADER } from '#protocol/call-headers.ts'
import { type NewPlace, OFFICE_REGISTER_PATH, type RegisterSales } from '#protocol/register.ts'
import { officeListsRoutes } from '../../back-office/office-lists.routes.ts'
import { saleRecordRoutes } from '../../back-office/sale-record.routes.ts'
import type { Context } from '../../context.ts'
import { dataApiRoutes } from '../../postgrest/data-api.routes.ts'
import { RecentSales } from '../../sales/recent-sales.ts'
import { createSaleWriter } from '../../sales/sale-writer.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { addLead } from '../../testing/live-server.ts'
import { entryOfDoor, entryOfOffice } from './entry-of.ts'
import { officeRegisterRoutes } from './office-register.routes.ts'
import { addEntries, liftEntry } from './register.commands.ts'

const headers = { apikey: 'key' }
const SIGNATURE = 'data:image/png;base64,iVBORw0KGgo='
const SIGNED = {
  status: 'closed-won',
  contract_signature: SIGNATURE,
  contract_timestamp: '2026-11-24T16:00:00.000Z',
  customer_name: 'Mara Quill',
}

describe.each(DATABASES)('A sale at a door on the register, on the %s database,', (kind) => {
  let database: FreshDatabase
  let context: Context
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const { db } = database
    context = {
      callers: keyHolders('key'),
      config: { mail: undefined },
      db,
      changeFeed: { wake() {} },
      recentSales: new RecentSales(),
      saleWriter: createSaleWriter(db),
      sealKeys: { current: () => ({ ok: false, failure: { reason: 'No key.' } }) },
    } as unknown as Context
    app = Fastify()
    app.register(dataApiRoutes(context))
    app.register(saleRecordRoutes(context), { prefix: `${BACK_OFFICE_PATH}/sales` })
    app.register(officeListsRoutes(context), { prefix: BACK_OFFICE_PATH })
    app.register(officeRegisterRoutes(context), { prefix: BACK_OFFICE_PATH + OFFICE_REGISTER_PATH })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })

  let leadId = ''
  let entryId = ''
  let session = ''
  let street = 0
  beforeEach(async () => {
    street += 1
    const line = `12 Street ${street}`
    session = `sale_${street}_a`
    const { id } = await addLead(database.db, line, { postcode: 'LL79 1AB' })
    leadId = id
    entryId = randomUUID()
    const at = '2026-11-24T15:00:00.000Z'
    const entry = { id: entryId, scope: 'household', at, street_address: line, postcode: 'LL79 1AB' } as const
    await addEntries(context, [entryOfDoor(entry)])
  })

  const create = (more: object = {}, extra: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/rest/v1/opportunities',
      headers: { ...headers, ...extra },
      body: { session_id: session, status: 'open', lead_id: leadId, ...more },
    })
  const sign = (extra: Record<string, string> = {}) =>
    app.inject({
      method: 'PATCH',
      url: `/rest/v1/opportunities?session_id=eq.${session}`,
      headers: { ...headers, ...extra },
      body: SIGNED,
    })
  const flagged = async (query = '') => {
    const url = `${BACK_OFFICE_PATH}${OFFICE_REGISTER_PATH}/sales${query}`
    const { count, sales } = (await app.inject({ url, headers })).json<RegisterSales>()
    return { count, sales: sales.filter(({ session_id }) => session_id === session) }
  }

  test.each([
    ['without a number', {}],
    ['with one', { 'idempotency-key': 'NUMBER' }],
  ])('cannot be started, by a call %s', async (_how, extra) => {
    const numbered = 'idempotency-key' in extra ? { 'idempotency-key': `${session}:1` } : {}
    const answer = await create({}, numbered)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'lead_is_not_on_register',
      message: 'Do not knock: This household asked not to be called on',
    })
    await liftEntry(context, { actor: 'office' }, entryId, 'asked-again')
    expect((await create({}, numbered)).statusCode).toBe(201)
  })

  const PLACES: [string, NewPlace][] = [
    ['its premises', { uprn: '10033544614' }],
    ['its address', { street_address: '1 Zone Lane', postcode: 'CA29 7QA' }],
    ['its street, by another postcode of the sector', { street: 'Zone Lane', postcode: 'CA29 7ZZ' }],
    ['its postcode', { postcodes: ['TD16 1AA', 'CA29 7QA'] }],
  ]
  test.each(PLACES)('cannot be started if an entry covers %s', async (_what, place) => {
    const { id } = await addLead(database.db, '1 Zone Lane', { postcode: 'Ca2\u00a09 7 qA' })
    await sql`insert into lead_places (lead_id, uprn, premises_match) values (${id}, 10033544614, 'given')`.execute(
      database.db,
    )
    const covering = randomUUID()
    const more = { scope: 'street' in place || 'postcodes' in place ? 'zone' : 'household' } as const
    const entry = { id: covering, reason: 'authority', source: 'council-list', place, ...more } as const
    await addEntries(context, [entryOfOffice(entry, new Date())])
    const numbered = { 'idempotency-key': `${session}:1` }
    expect((await create({ lead_id: id }, numbered)).json()).toMatchObject({
      code: 'lead_is_not_on_register',
    })
    await liftEntry(context, { actor: 'office' }, covering, 'mistake')
    expect((await create({ lead_id: id }, numbered)).statusCode).toBe(201)
  })

  test('can be started next door, and signed there without a flag', async () => {
    const { id } = await addLead(database.db, `14 Street ${street}`, { postcode: 'LL79 1AB' })
    expect((await create({ lead_id: id }, { 'idempotency-key': `${session}:1` })).statusCode).toBe(201)
    expect((await sign({ 'idempotency-key': `${session}:2` })).statusCode).toBe(204)
    expect((await flagged()).sales).toEqual([])
  })

  test('cannot be made by moving a sale from another lead, unless it is signed', async () => {
    const other = await addLead(database.db, `14 Street ${street}`, { postcode: 'LL79 1AB' })
    await create({ lead_id: other.id }, { 'idempotency-key': `${session}:1` })
    const move = (extra: Record<string, string> = {}) =>
      app.inject({
        method: 'PATCH',
        url: `/rest/v1/opportunities?session_id=eq.${session}`,
        headers: { ...headers, ...extra },
        body: { lead_id: leadId },
      })
    for (const number of [{}, { 'idempotency-key': `${session}:3` }]) {
      const answer = await move(number)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'lead_is_not_on_register'])
    }
    const signed = { 'idempotency-key': `${session}:3`, [SIGNED_HEADER]: '1' }
    expect((await move(signed)).statusCode).toBe(204)
    await sign({ 'idempotency-key': `${session}:5` })
    expect((await flagged()).sales).toHaveLength(1)
  })

  describe('named only by its address, with another lead or none,', () => {
    const addressOf = () => `12 street ${street}, Greenfield Valley, ll791ab`
    const patch = (body: object, extra: Record<string, string> = {}) =>
      app.inject({
        method: 'PATCH',
        url: `/rest/v1/opportunities?session_id=eq.${session}`,
        headers: { ...headers, ...extra },
        body,
      })
    let otherId = ''
    beforeEach(async () => {
      const { id } = await addLead(database.db, `14 Street ${street}`, { postcode: 'CA29 4HT' })
      otherId = id
    })

    test('cannot be started', async () => {
      for (const lead_id of [otherId, null])
        for (const number of [{}, { 'idempotency-key': `${session}:1` }]) {
          const answer = await create({ lead_id, customer_location: addressOf() }, number)
          expect([answer.statusCode, answer.json().code]).toEqual([422, 'lead_is_not_on_register'])
        }
      const ownAddress = `14 Street ${street}, Greenfield Valley, CA29 4HT`
      expect((await create({ lead_id: otherId, customer_location: ownAddress })).statusCode).toBe(201)
    })

    test('cannot be made by changing the location, unless it is signed', async () => {
      await create({ lead_id: otherId }, { 'idempotency-key': `${session}:1` })
      const moved = { customer_location: addressOf() }
      const answer = await patch(moved, { 'idempotency-key': `${session}:3` })
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'lead_is_not_on_register'])
      const signed = { 'idempotency-key': `${session}:3`, [SIGNED_HEADER]: '1' }
      expect((await patch(moved, signed)).statusCode).toBe(204)
      await sign({ 'idempotency-key': `${session}:5` })
      expect((await flagged()).sales).toMatchObject([{ entry_id: entryId }])
    })

    test('continues if it existed before the entry, and is flagged', async () => {
      await liftEntry(context, { actor: 'office' }, entryId, 'mistake')
      await create({ lead_id: null, customer_location: addressOf() }, { 'idempotency-key': `${session}:1` })
      const at = '2026-11-24T15:00:00.000Z'
      const place = { street_address: `12 Street ${street}`, postcode: 'LL79 1AB' }
      await addEntries(context, [entryOfDoor({ id: randomUUID(), scope: 'household', at, ...place })])
      const same = { customer_location: addressOf(), status: 'qualified' }
      expect((await patch(same, { 'idempotency-key': `${session}:3` })).statusCode).toBe(204)
      await sign({ 'idempotency-key': `${session}:5` })
      expect((await flagged()).sales).toHaveLength(1)
    })
  })

  test('is accepted and flagged if the phone has the signature', async () => {
    const first = { 'idempotency-key': `${session}:1`, [SIGNED_HEADER]: '1' }
    expect((await create({}, first)).statusCode).toBe(201)
    expect((await flagged()).sales).toEqual([])
    const signing = { 'idempotency-key': `${session}:2` }
    expect((await sign(signing)).statusCode).toBe(204)
    await sign(signing)
    const { sales } = await flagged()
    expect(sales).toEqual([
      {
        session_id: session,
        found_at: expect.any(String),
        customer_name: 'Mara Quill',
        customer_location: null,
        contract_timestamp: SIGNED.contract_timestamp,
        entry_id: entryId,
        reason: 'asked',
        asked_at: '2026-11-24T15:00:00.000Z',
        dealt_with_at: null,
      },
    ])
    const url = `${BACK_OFFICE_PATH}/sales/${session}`
    expect((await app.inject({ url, headers })).json().register).toEqual({
      reason: 'asked',
      asked_at: '2026-11-24T15:00:00.000Z',
      dealt_with_at: null,
    })
    const lead = await database.db
      .selectFrom('leads')
      .select('status')
      .where('id', '=', leadId)
      .executeTakeFirst()
    expect(lead).toEqual({ status: 'closed-won' })
  })

  test('is accepted and flagged if it arrives signed in one call', async () => {
    expect((await create(SIGNED)).statusCode).toBe(201)
    expect((await flagged()).sales).toHaveLength(1)
  })

  test('leaves the list of the office once it is dealt with', async () => {
    await create(SIGNED)
    const dealWith = (dealt_with: boolean) =>
      app.inject({
        method: 'POST',
        url: `${BACK_OFFICE_PATH}/dealt-with`,
        headers,
        body: { kind: 'do-not-knock', session_id: session, dealt_with },
      })
    await dealWith(true)
    expect((await flagged()).sales).toEqual([])
    expect((await flagged('?dealt_with=true')).sales).toHaveLength(1)
    await dealWith(false)
    expect((await flagged()).sales).toHaveLength(1)
  })

  test('continues if it was started before the entry, and is flagged when it is signed', async () => {
    await liftEntry(context, { actor: 'office' }, entryId, 'mistake')
    await create({}, { 'idempotency-key': `${session}:1` })
    const again = { id: randomUUID(), scope: 'sticker', at: '2026-11-24T17:00:00.000Z' } as const
    await addEntries(context, [
      entryOfDoor({ ...again, street_address: `12 Street ${street}`, postcode: 'LL79 1AB' }),
    ])
    expect((await sign({ 'idempotency-key': `${session}:2` })).statusCode).toBe(204)
    expect((await flagged()).sales).toMatchObject([{ entry_id: again.id, reason: 'sign' }])
  })

  test('answers a repeated creation as before, even if the door is on the register now', async () => {
    await liftEntry(context, { actor: 'office' }, entryId, 'mistake')
    const first = { 'idempotency-key': `${session}:1` }
    await create({}, first)
    const again = { id: randomUUID(), scope: 'household', at: '2026-11-24T17:00:00.000Z' } as const
    await addEntries(context, [
      entryOfDoor({ ...again, street_address: `12 Street ${street}`, postcode: 'LL79 1AB' }),
    ])
    expect((await create({}, first)).statusCode).toBe(201)
    expect((await create()).statusCode).toBe(200)
  })
})
