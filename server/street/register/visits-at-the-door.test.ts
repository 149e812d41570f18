import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { addLead } from '../../testing/live-server.ts'
import { PARTS } from '../feed/parts.ts'
import { storeVisits } from '../visits/store-visits.commands.ts'
import type { GivenVisit } from '../visits/visit-calls.ts'
import { entryOfDoor } from './entry-of.ts'
import { findEntriesById, findEntriesFor } from './find-entries.queries.ts'
import { addEntries, liftEntry } from './register.commands.ts'

const AT = '2026-11-24T16:30:00.000Z'

describe.each(DATABASES)('A visit with the outcome do-not-knock, on the %s database,', (kind) => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
  })
  afterAll(() => database?.close())

  let leadId = ''
  let street = 0
  const door = () => ({ street_address: `12 Street ${street}`, postcode: 'LL79 1AB' })
  beforeEach(async () => {
    street += 1
    leadId = (await addLead(database.db, door().street_address, { ...door(), status: 'contacted' })).id
  })

  const visit = (fields: Partial<GivenVisit> = {}): GivenVisit => ({
    id: randomUUID(),
    lead_id: leadId,
    outcome: 'do-not-knock',
    occurred_at: AT,
    note: null,
    call_back_on: null,
    call_back_at: null,
    phone: 'phone-a',
    undoes: null,
    ...fields,
  })
  const store = (...visits: GivenVisit[]) => storeVisits(database.db, visits)
  const context = () => ({ db: database.db, changeFeed: { wake() {} } })
  const entry = async () => (await findEntriesFor(database.db, [door()]))[0]
  const status = async () =>
    (await database.db.selectFrom('leads').select('status').where('id', '=', leadId).executeTakeFirst())
      ?.status
  const state = async () =>
    (await PARTS.doors(database.db, undefined)).find(({ lead_id }) => lead_id === leadId)?.state

  test('enters its door, once, and closes the lead', async () => {
    const asked = visit()
    await store(asked)
    await store(asked)
    expect(await entry()).toMatchObject({ id: asked.id, scope: 'household', reason: 'asked', at: AT })
    expect([await status(), await state()]).toEqual(['closed-lost', 'do-not-knock'])
    expect((await PARTS.register(database.db, undefined)).map(({ id }) => id)).toContain(asked.id)
  })

  test('closes a lead without a postcode, but makes no entry, which could not cover it', async () => {
    await database.db.updateTable('leads').set({ postcode: '' }).where('id', '=', leadId).execute()
    const asked = visit()
    await store(asked)
    expect(await findEntriesById(database.db, [asked.id])).toEqual([])
    expect([await status(), await state()]).toEqual(['closed-lost', 'do-not-knock'])
  })

  test('makes no second entry for a door that its phone has already entered', async () => {
    const id = randomUUID()
    await addEntries(context(), [entryOfDoor({ ...door(), id, scope: 'sticker', at: AT })])
    await store(visit())
    await liftEntry(context(), { actor: 'office' }, id, 'mistake')
    expect(await entry()).toBeUndefined()
  })

  test('leaves one entry together with that of its phone, even if it arrives first', async () => {
    const asked = visit()
    await store(asked)
    await addEntries(context(), [entryOfDoor({ ...door(), id: asked.id, scope: 'household', at: AT })])
    await liftEntry(context(), { actor: 'office' }, asked.id, 'mistake')
    expect(await entry()).toBeUndefined()
  })

  test('lifts its entry if it is taken back, and the lead is as before', async () => {
    const asked = visit()
    await store(asked)
    await store(visit({ undoes: asked.id }))
    expect(await entry()).toBeUndefined()
    expect([await status(), await state()]).toEqual(['contacted', 'unvisited'])
    expect(
      await database.db.selectFrom('do_not_knock').select('lifted_why').where('id', '=', asked.id).execute(),
    ).toEqual([{ lifted_why: 'mistake' }])
  })

  test('enters nothing if the one that takes it back arrived first', async () => {
    const asked = visit()
    await store(visit({ undoes: asked.id }))
    await store(asked)
    expect(await entry()).toBeUndefined()
    expect([await status(), await state()]).toEqual(['contacted', 'unvisited'])
  })

  test('keeps its entry if a visit at another door takes it back', async () => {
    const asked = visit()
    await store(asked)
    const other = await addLead(database.db, `13 Street ${street}`, { postcode: door().postcode })
    await store(visit({ lead_id: other.id, outcome: 'no-answer', undoes: asked.id }))
    expect(await entry()).toMatchObject({ id: asked.id })
    expect([await status(), await state()]).toEqual(['closed-lost', 'do-not-knock'])
  })

  test('lifts the entry of its phone if it is taken back before it has arrived', async () => {
    const id = randomUUID()
    await addEntries(context(), [entryOfDoor({ ...door(), id, scope: 'household', at: AT })])
    await store(visit({ undoes: id }))
    expect([await entry(), await status()]).toEqual([undefined, 'contacted'])
  })

  test.each(['visit', 'entry'] as const)(
    'keeps the door closed if another counts after the %s is taken back',
    async (what) => {
      const [first, second] = [visit(), visit({ occurred_at: '2026-11-25T16:30:00.000Z', phone: 'phone-b' })]
      const own = entryOfDoor({ ...door(), id: first.id, scope: 'household', at: AT })
      await addEntries(context(), [own])
      await store(first)
      await store(second)
      if (what === 'visit') await store(visit({ undoes: first.id }))
      else await addEntries(context(), [own], { undone: [first.id] })
      expect(await entry()).toMatchObject({ id: second.id, at: second.occurred_at })
      expect([await status(), await state()]).toEqual(['closed-lost', 'do-not-knock'])
      await store(visit({ undoes: first.id }), visit({ undoes: second.id }))
      expect([await entry(), await status(), await state()]).toEqual([undefined, 'contacted', 'unvisited'])
    },
  )

  test.each(['first', 'last'] as const)(
    'leaves a lead new if it and an earlier talk are taken back, itself %s',
    async (order) => {
      await database.db.updateTable('leads').set({ status: 'new' }).where('id', '=', leadId).execute()
      const [talk, asked] = [visit({ outcome: 'refused', occurred_at: '2026-11-23T16:30:00.000Z' }), visit()]
      await store(talk)
      await store(asked)
      expect(await status()).toBe('closed-lost')
      for (const { id } of order === 'first' ? [asked, talk] : [talk, asked])
        await store(visit({ undoes: id }))
      expect([await status(), await state()]).toEqual(['new', 'unvisited'])
    },
  )

  test('leaves a lead contacted after a talk that arrives while its door is on the register', async () => {
    await database.db.updateTable('leads').set({ status: 'new' }).where('id', '=', leadId).execute()
    const id = randomUUID()
    await addEntries(context(), [entryOfDoor({ ...door(), id, scope: 'sticker', at: AT })])
    await store(visit({ outcome: 'refused' }))
    expect(await status()).toBe('closed-lost')
    await liftEntry(context(), { actor: 'office' }, id, 'mistake')
    expect(await status()).toBe('contacted')
  })

  test('no longer marks the door once the office has lifted its entry', async () => {
    const asked = visit()
    await store(visit({ outcome: 'no-answer', occurred_at: '2026-11-23T16:30:00.000Z' }), asked)
    await liftEntry(context(), { actor: 'office' }, asked.id, 'asked-again')
    expect([await status(), await state()]).toEqual(['contacted', 'no-answer'])
    await store(visit({ outcome: 'empty', occurred_at: '2026-11-25T16:30:00.000Z' }))
    expect([await status(), await state()]).toEqual(['contacted', 'empty'])
  })

  test('stays as it is while another entry covers the door', async () => {
    const asked = visit()
    await store(asked)
    await addEntries(context(), [entryOfDoor({ ...door(), id: randomUUID(), scope: 'sticker', at: AT })])
    await liftEntry(context(), { actor: 'office' }, asked.id, 'asked-again')
    expect([await status(), await state()]).toEqual(['closed-lost', 'do-not-knock'])
  })
})
