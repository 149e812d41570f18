import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressKey } from '#domain/street/address.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import {
  DO_NOT_KNOCK_PATH,
  type DoorEntry,
  type EntryStored,
  type NewEntry,
  OFFICE_REGISTER_PATH,
  type RegisterListed,
  type RegisterPage,
} from '#protocol/register.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { addLead } from '../../testing/live-server.ts'
import { findEntriesFor } from './find-entries.queries.ts'
import { officeRegisterRoutes } from './office-register.routes.ts'
import { listForPhones } from './phone-register.queries.ts'
import { registerRoutes } from './register.routes.ts'

const KEY = 'test-key'
const OFFICE = BACK_OFFICE_PATH + OFFICE_REGISTER_PATH
const AT = '2026-11-24T16:30:00.000Z'

describe.each(DATABASES)('The do-not-knock register on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  let wakes = 0
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const changeFeed = {
      wake() {
        wakes += 1
      },
    }
    const context = { db: database.db, config: { publicKey: KEY }, changeFeed }
    app = Fastify()
    app.register(registerRoutes(context))
    app.register(officeRegisterRoutes(context), { prefix: OFFICE })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('leads').execute()
    // Only a test can empty the register.
    await sql`alter table do_not_knock disable trigger all`.execute(database.db)
    await sql`delete from do_not_knock`.execute(database.db)
    await sql`alter table do_not_knock enable trigger all`.execute(database.db)
    wakes = 0
  })

  const send = (method: 'GET' | 'POST', url: string, body?: object, apikey = KEY) =>
    app.inject({ method, url, headers: { apikey }, ...(body && { body }) })
  const post = async (body: object) => (await send('POST', DO_NOT_KNOCK_PATH, body)).json<EntryStored[]>()
  const list = async (query = '') => (await send('GET', OFFICE + query)).json<RegisterPage>()
  const add = async (entry: Partial<NewEntry>) =>
    (
      await send('POST', OFFICE, {
        id: randomUUID(),
        scope: 'household',
        reason: 'asked',
        source: 'phone',
        ...entry,
      })
    ).json<RegisterListed>()
  const lift = (id: string, why: string) => send('POST', `${OFFICE}/${id}/lift`, { why })
  const leadAt = (street_address: string, fields = {}) =>
    addLead(database.db, street_address, { postcode: 'LL79 1AB', ...fields })
  const statusOf = async (id: string) =>
    (await database.db.selectFrom('leads').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status
  const entryAt = (street_address: string, fields: Partial<DoorEntry> = {}): DoorEntry => ({
    id: randomUUID(),
    scope: 'household',
    at: AT,
    street_address,
    postcode: 'LL79 1AB',
    phone: 'phone-a',
    ...fields,
  })

  test('keeps the key of an address, and no name, note or address', async () => {
    const entry = entryAt('Mrs Pritchard, 12 Mill Rd', { uprn: '007' })
    expect(await post(entry)).toEqual([{ id: entry.id, lifted_at: null }])
    const { entries, count } = await list()
    expect(count).toBe(1)
    expect(entries).toEqual([
      {
        id: entry.id,
        scope: 'household',
        uprn: '7',
        address_key: 'll791ab|12|mill road',
        street_key: null,
        postcodes: null,
        reason: 'asked',
        source: 'door',
        at: AT,
        phone: 'phone-a',
        received_at: expect.any(String),
        lifted_at: null,
        lifted_by: null,
        lifted_why: null,
      },
    ])
  })

  test('stores an entry that is sent again once, as it came first', async () => {
    const entry = entryAt('12 Mill Road')
    await post(entry)
    expect(await post([{ ...entry, scope: 'sticker' }, entryAt('14 Mill Road')])).toHaveLength(2)
    const { entries } = await list('?search=12 mill rd')
    expect(entries.map(({ scope }) => scope)).toEqual(['household'])
    expect((await list()).count).toBe(2)
  })

  test('closes the leads at the door, but never one that was won, and says so to the phones', async () => {
    const open = await leadAt('12 Mill Road', { status: 'qualified' })
    const same = await leadAt('Rose Cottage, 12 Mill Rd')
    const won = await leadAt('12 mill road', { status: 'closed-won' })
    const other = await leadAt('14 Mill Road')
    await post(entryAt('12 Mill Road'))
    expect(await Promise.all([open, same, won, other].map(({ id }) => statusOf(id)))).toEqual([
      'closed-lost',
      'closed-lost',
      'closed-won',
      'new',
    ])
    expect(wakes).toBe(1)
  })

  test('closes the leads that are there by their UPRN', async () => {
    const { id } = await leadAt('The Old Forge', { postcode: 'TD16 1AA' })
    await sql`
      insert into lead_places (lead_id, uprn, premises_match) values (${id}, 10033544614, 'given')`.execute(
      database.db,
    )
    await add({ place: { uprn: '10033544614' } })
    expect(await statusOf(id)).toBe('closed-lost')
    const forPhones = await listForPhones(database.db, undefined)
    expect(forPhones.map(({ address_key }) => address_key)).toEqual([null, 'td161aa|the old forge'])
  })

  test.each<[string, NewEntry['place']]>([
    ['a street', { street: 'Mill Rd', postcode: 'LL79 1XY' }],
    ['postcodes', { postcodes: ['CA29 4HT', 'll79 1ab'] }],
  ])('closes the leads of a zone of %s', async (_of, place) => {
    const inside = await leadAt('Flat 2, 14 Mill Road')
    const outside = await leadAt('14 Mill Road', { postcode: 'LL79 2AB' })
    await add({ scope: 'zone', reason: 'no-cold-calling-zone', source: 'council-list', place })
    expect(await statusOf(inside.id)).toBe('closed-lost')
    expect(await statusOf(outside.id)).toBe('new')
  })

  test('reopens a lead as it was once every entry of its door is lifted, with a reason', async () => {
    const { id } = await leadAt('12 Mill Road', { status: 'contacted' })
    const lost = await leadAt('12 Mill Road', { status: 'closed-lost' })
    const first = entryAt('12 Mill Road')
    await post(first)
    const zone = await add({ scope: 'zone', place: { postcodes: ['LL79 1AB'] } })
    expect((await lift(first.id, 'asked-again')).json()).toMatchObject({
      lifted_at: expect.any(String),
      lifted_by: 'office',
      lifted_why: 'asked-again',
    })
    expect(await statusOf(id)).toBe('closed-lost')
    await lift(zone.id, 'zone-ended')
    expect(await statusOf(id)).toBe('contacted')
    expect(await statusOf(lost.id)).toBe('closed-lost')
    expect((await list()).count).toBe(0)
    expect((await list('?state=lifted')).count).toBe(2)
  })

  test('is lifted once: the first reason stays', async () => {
    const entry = entryAt('12 Mill Road')
    await post(entry)
    await lift(entry.id, 'moved-away')
    expect((await lift(entry.id, 'mistake')).json()).toMatchObject({ lifted_why: 'moved-away' })
    expect(await post(entry)).toEqual([{ id: entry.id, lifted_at: expect.any(String) }])
  })

  test('lets the agent take an entry back, also one that arrives with that', async () => {
    const { id } = await leadAt('12 Mill Road')
    const entry = entryAt('12 Mill Road')
    await post(entry)
    await post([{ ...entry, undone: true }, entryAt('14 Mill Road', { undone: true })])
    expect(await statusOf(id)).toBe('new')
    const { entries } = await list('?state=lifted')
    expect(entries.map(({ lifted_by, lifted_why }) => [lifted_by, lifted_why])).toEqual([
      ['agent', 'mistake'],
      ['agent', 'mistake'],
    ])
  })

  test('does not let an agent take back what the office entered', async () => {
    const { id } = await add({ place: { street_address: '12 Mill Road', postcode: 'LL79 1AB' } })
    await post(entryAt('12 Mill Road', { id, undone: true }))
    expect((await list()).count).toBe(1)
  })

  test.each([
    ['no address', { street_address: ' ' }],
    ['no id', { id: 'one' }],
    ['a zone', { scope: 'zone' }],
    ['a long UPRN', { uprn: '1234567890123' }],
    ['a UPRN of zeros', { uprn: '000' }],
    ['a NUL', { street_address: '12 Mill\0' }],
    ['a name', { name: 'Mrs Pritchard' }],
    ['no moment', { at: 'yesterday' }],
  ])('refuses an entry with %s', async (_what, fields) => {
    const answer = await send(
      'POST',
      DO_NOT_KNOCK_PATH,
      entryAt('12 Mill Road', fields as Partial<DoorEntry>),
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'PGRST102' })
    expect(answer.body).not.toContain('Pritchard')
  })

  test.each([
    ['a zone of one door', { scope: 'zone', place: { street_address: '1 High St', postcode: 'LL79 1AB' } }],
    ['a household of postcodes', { place: { postcodes: ['LL79 1AB'] } }],
    ['no postcode', { place: { street_address: '1 High St', postcode: 'High' } }],
    ['a postcode that is none', { scope: 'zone', place: { postcodes: ['LL79 1AB', 'Wales'] } }],
    ['another reason', { reason: 'rude', place: { uprn: '7' } }],
  ])('refuses an entry of the office with %s', async (_what, entry) => {
    const body = { id: randomUUID(), scope: 'household', reason: 'asked', source: 'phone', ...entry }
    expect((await send('POST', OFFICE, body)).statusCode).toBe(400)
    expect((await list()).count).toBe(0)
  })

  test('refuses calls without the key, unknown entries and a lift without a reason', async () => {
    const entry = entryAt('12 Mill Road')
    expect((await send('POST', DO_NOT_KNOCK_PATH, entry, 'other')).statusCode).toBe(401)
    for (const path of ['', '/export', '/sales'])
      expect((await send('GET', OFFICE + path, undefined, 'other')).statusCode).toBe(401)
    await post(entry)
    expect((await lift(entry.id, '')).statusCode).toBe(400)
    expect((await lift(randomUUID(), 'mistake')).statusCode).toBe(404)
    expect((await lift('one', 'mistake')).statusCode).toBe(404)
    expect((await list()).count).toBe(1)
  })

  test('cannot be changed, deleted or emptied in the database', async () => {
    const entry = entryAt('12 Mill Road')
    await post(entry)
    await lift(entry.id, 'mistake')
    await post(entryAt('14 Mill Road'))
    const refusals = [
      sql`delete from do_not_knock`,
      sql`truncate do_not_knock cascade`,
      sql`update do_not_knock set address_key = 'x'`,
      sql`update do_not_knock set lifted_at = null, lifted_by = null, lifted_why = null where id = ${entry.id}`,
      sql`update do_not_knock set lifted_why = 'moved-away' where id = ${entry.id}`,
    ]
    for (const statement of refusals)
      await expect(statement.execute(database.db)).rejects.toThrow('only lifted once')
    await expect(
      sql`update do_not_knock set lifted_at = now() where lifted_at is null`.execute(database.db),
    ).rejects.toThrow('lifted_with_a_reason')
  })

  test('is searched by address, postcode and UPRN, and read page by page', async () => {
    for (const number of [1, 2, 3]) await post(entryAt(`${number} Mill Road`))
    await add({ scope: 'zone', place: { postcodes: ['CA29 4HT'] } })
    await add({ place: { uprn: '10033544614' } })
    const placesOf = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).entries.map(
        ({ address_key, postcodes, uprn }) => address_key ?? postcodes ?? uprn,
      )
    expect(await placesOf('2 Mill Rd, LL79 1AB')).toEqual(['ll791ab|2|mill road'])
    expect(await placesOf('ca29')).toEqual(['ca294ht'])
    expect(await placesOf('35446')).toEqual(['10033544614'])
    expect(await placesOf('%')).toHaveLength(5)
    const first = await list('?limit=3')
    const second = await list(`?limit=3&before=${first.next}`)
    expect([first.count, second.entries.length, second.next]).toEqual([5, 2, null])
    const ids = [...first.entries, ...second.entries].map(({ id }) => id)
    expect(new Set(ids).size).toBe(5)
  })

  test('is exported as CSV that no spreadsheet takes for a formula', async () => {
    await post(entryAt('12 Mill Road', { phone: '=HYPERLINK("x")', uprn: '10033544614' }))
    const answer = await send('GET', `${OFFICE}/export`)
    expect(answer.headers['content-type']).toContain('text/csv')
    const [head, row, end] = answer.body.split('\r\n')
    expect(head).toBe(
      '\uFEFFid,scope,place,uprn,uprn_text,reason,source,at,phone,received_at,lifted_at,lifted_by,lifted_why',
    )
    expect(row).toContain(
      `household,"12 Mill Road, LL79 1AB",10033544614,uprn10033544614,asked,door,${AT},"'=HYPERLINK(""x"")"`,
    )
    expect(end).toBe('')
    expect((await send('GET', `${OFFICE}/export?search=nothing`)).body.trim().split('\r\n')).toHaveLength(1)
  })

  test('goes to the phones of the areas that it concerns, also for doors that are no lead', async () => {
    await leadAt('1 High Street', { area: 'Thornbeck' })
    await leadAt('1 High Street', { postcode: 'CA29 4HT' })
    await post(entryAt('12 Mill Road', { postcode: 'LL79 9XY' }))
    await add({ scope: 'zone', place: { postcodes: ['CA29 1AA', 'TD16 1AA'] } })
    await add({ scope: 'zone', place: { street: 'Kirk Wynd', postcode: 'TD16 1AA' } })
    await add({ place: { uprn: '77' } })
    const gone = await add({ place: { uprn: '78' } })
    await lift(gone.id, 'mistake')
    const placesIn = async (area?: string) =>
      (await listForPhones(database.db, area))
        .map(({ address_key, street_key, postcodes, uprn }) => address_key ?? street_key ?? postcodes ?? uprn)
        .toSorted()
    expect(await placesIn('Thornbeck')).toEqual(['77', 'll799xy|12|mill road'])
    expect(await placesIn('')).toEqual(['77', 'ca291aa td161aa'])
    expect(await placesIn()).toHaveLength(4)
  })

  test('finds the entries of many doors at once, for lead files', async () => {
    await post(entryAt('12 Mill Road'))
    const doors = ['12 mill rd', '14 Mill Road'].map((street_address) => ({
      street_address,
      postcode: 'LL791AB',
    }))
    const found = await findEntriesFor(database.db, doors)
    expect(found.map((entry) => entry?.address_key)).toEqual([
      addressKey('12 Mill Road', 'LL79 1AB'),
      undefined,
    ])
    expect(await findEntriesFor(database.db, [])).toEqual([])
  })
})
