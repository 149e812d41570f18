import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DO_NOT_KNOCK_PATH, type DoorEntry, type NewEntry } from '#protocol/register.ts'
import { DATABASES } from '../../testing/databases.ts'
import { listForPhones } from './phone-register.queries.ts'
import { AT, OFFICE, useRegister } from './register.testing.ts'

describe.each(DATABASES)('The do-not-knock register on the %s database', (kind) => {
  const { db, wakes, send, post, list, add, lift, leadAt, statusOf, entryAt } = useRegister(kind)

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
        phone_name: null,
        received_at: expect.any(String),
        lifted_at: null,
        lifted_by: null,
        lifted_why: null,
      },
    ])
  })

  test('names the phone of an entry as the office does', async () => {
    const id = randomUUID()
    await db().insertInto('phones').values({ id, label: 'Mara' }).execute()
    await post({ ...entryAt('12 Mill Road'), phone: id })
    expect((await list()).entries).toMatchObject([{ phone: id, phone_name: 'Mara' }])
  })

  test('stores an entry that is sent again only once, as it first came', async () => {
    const entry = entryAt('12 Mill Road')
    await post(entry)
    expect(await post([{ ...entry, scope: 'sticker' }, entryAt('14 Mill Road')])).toHaveLength(2)
    const { entries } = await list('?search=12 mill rd')
    expect(entries.map(({ scope }) => scope)).toEqual(['household'])
    expect((await list()).count).toBe(2)
  })

  test('closes the leads at the door, but never a won one, and announces it to the phones', async () => {
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
    expect(wakes()).toBe(1)
  })

  test('closes the leads that are known by their UPRN', async () => {
    const { id } = await leadAt('The Old Forge', { postcode: 'TD16 1AA' })
    await sql`
      insert into lead_places (lead_id, uprn, premises_match) values (${id}, 10033544614, 'given')`.execute(
      db(),
    )
    await add({ place: { uprn: '10033544614' } })
    expect(await statusOf(id)).toBe('closed-lost')
    const forPhones = await listForPhones(db(), undefined)
    expect(forPhones.map(({ address_key }) => address_key)).toEqual([null, 'td161aa|the old forge'])
  })

  test('closes a lead without a postcode if the phone sends its UPRN', async () => {
    const { id } = await leadAt('12 Mill Road', { postcode: '' })
    await sql`insert into lead_places (lead_id, uprn, premises_match) values (${id}, 7, 'given')`.execute(
      db(),
    )
    await post(entryAt('12 Mill Road', { postcode: '', uprn: '7' }))
    expect(await statusOf(id)).toBe('closed-lost')
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

  test('restores a lead to its earlier status once every entry of its door is lifted with a reason', async () => {
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

  test('lets the agent take an entry back, even in the call that brings it', async () => {
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
    ['neither postcode nor UPRN', { postcode: ' ' }],
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
      await expect(statement.execute(db())).rejects.toThrow('only lifted once')
    await expect(
      sql`update do_not_knock set lifted_at = now() where lifted_at is null`.execute(db()),
    ).rejects.toThrow('lifted_with_a_reason')
  })
})
