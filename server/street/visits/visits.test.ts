import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STREET_PATH } from '#protocol/street.ts'
import { VISITS_PATH, type VisitCall } from '#protocol/visits.ts'
import type { Context } from '../../context.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { addLead } from '../../testing/live-server.ts'
import { streetRoutes } from '../feed/street.routes.ts'
import { visitsRoutes } from './visits.routes.ts'

const headers = { apikey: 'key' }

describe.each(DATABASES)('Visits on the %s database', (kind) => {
  const app = Fastify()
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const context = { callers: keyHolders('key'), db: database.db, changeFeed: { wake() {} } }
    app.register(visitsRoutes(context as unknown as Context))
    app.register(streetRoutes(context as unknown as Context))
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  const send = (body: unknown) =>
    app.inject({ method: 'POST', url: VISITS_PATH, headers, body: body as object })
  const history = async (lead: string) =>
    (await app.inject({ url: `${VISITS_PATH}?lead_id=${lead}`, headers })).json()
  const feed = async (query = '', more = {}) =>
    app.inject({ url: STREET_PATH + query, headers: { ...headers, ...more } })
  const statusOf = async (id: string) =>
    (await database.db.selectFrom('leads').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status
  const visit = (lead_id: string, values: Partial<VisitCall> = {}): VisitCall => ({
    id: randomUUID(),
    lead_id,
    outcome: 'no-answer',
    occurred_at: '2026-03-02T10:00:00+00:00',
    ...values,
  })

  test('are returned as they are stored, and stored once', async () => {
    const { id } = await addLead(database.db, '1 High St')
    const call = visit(id, {
      outcome: 'call-back',
      note: ' After work ',
      call_back_on: '2026-03-05',
      call_back_at: '17:30',
    })
    const first = await send(call)
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({
      ...call,
      note: 'After work',
      occurred_at: '2026-03-02T10:00:00.000Z',
      received_at: expect.stringMatching(/Z$/),
      undoes: null,
    })
    expect(
      (await send({ ...call, outcome: 'refused', call_back_on: null, call_back_at: null })).json(),
    ).toEqual(first.json())
    expect(await history(id)).toEqual([first.json()])
    expect(await statusOf(id)).toBe('contacted')
  })

  test('come in arrays, and if two disagree, both are kept', async () => {
    const { id } = await addLead(database.db, '2 High St')
    const [one, other] = [
      visit(id, { outcome: 'refused' }),
      visit(id, { outcome: 'empty', occurred_at: '2026-03-02T09:00:00Z' }),
    ]
    const answer = await send([one, other])
    expect(answer.json()).toMatchObject([{ id: one.id }, { id: other.id }])
    expect((await history(id)).map((stored: VisitCall) => stored.outcome)).toEqual(['refused', 'empty'])
  })

  test('close the lead of a do-not-knock door until they are taken back', async () => {
    const { id } = await addLead(database.db, '3 High St')
    const asked = visit(id, { outcome: 'do-not-knock' })
    const undo = visit(id, { outcome: 'do-not-knock', undoes: asked.id })
    await send(asked)
    expect(await statusOf(id)).toBe('closed-lost')
    await send(undo)
    expect(await statusOf(id)).toBe('new')
    const other = await addLead(database.db, '4 High St', { status: 'closed-won' })
    await send(visit(other.id, { outcome: 'do-not-knock' }))
    expect(await statusOf(other.id)).toBe('closed-won')
  })

  test('may arrive after the visit that takes them back', async () => {
    const { id } = await addLead(database.db, '5 High St')
    const asked = visit(id, { outcome: 'refused' })
    await send(visit(id, { outcome: 'refused', undoes: asked.id }))
    await send(asked)
    expect(await statusOf(id)).toBe('new')
    expect((await feed()).json().doors).toContainEqual(
      expect.objectContaining({ lead_id: id, state: 'unvisited' }),
    )
  })

  test('are refused on arrival, with the name of the field but not its value', async () => {
    const { id } = await addLead(database.db, '6 High St')
    const bad: [object, string][] = [
      [{ outcome: 'sold' }, 'outcome'],
      [{ outcome: 'No answer' }, 'outcome'],
      [{ id: 'x' }, 'id'],
      [{ occurred_at: 'yesterday' }, 'occurred_at'],
      [{ note: 'a\0b' }, 'note'],
      [{ note: 'x'.repeat(1_001) }, 'note'],
      [{ outcome: 'call-back' }, 'call_back_on'],
      [{ call_back_on: '2026-03-05' }, 'call_back_on'],
      [{ outcome: 'call-back', call_back_on: '2026-02-30' }, 'call_back_on'],
      [{ outcome: 'call-back', call_back_on: '2026-03-05', call_back_at: '25:00' }, 'call_back_at'],
      [{ surplus: 1 }, ''],
    ]
    for (const [values, field] of bad) {
      const answer = await send({ ...visit(id), ...values })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'PGRST102', details: expect.stringContaining(field) })
    }
    expect(await history(id)).toEqual([])
    expect((await send([visit(id), visit(randomUUID())])).json()).toMatchObject({
      code: '23503',
      details: 'lead_id',
    })
    expect(await history(id)).toEqual([])
    expect((await app.inject({ method: 'POST', url: VISITS_PATH, body: visit(id) })).statusCode).toBe(401)
    expect((await app.inject({ url: `${VISITS_PATH}?lead_id=7`, headers })).statusCode).toBe(400)
  })

  test('never change and are never deleted', async () => {
    const { id } = await addLead(database.db, '7 High St')
    await send(visit(id))
    await expect(database.db.updateTable('visits').set({ outcome: 'empty' }).execute()).rejects.toThrow()
    await expect(database.db.deleteFrom('visits').execute()).rejects.toThrow()
  })

  test('of two phones at once are all stored, and folded together', async () => {
    const { id } = await addLead(database.db, '8 High St')
    const calls = Array.from({ length: 8 }, (_, index) =>
      visit(id, { occurred_at: `2026-03-02T1${index}:00:00Z` }),
    )
    await Promise.all(calls.map(send))
    expect((await feed()).json().doors).toContainEqual(expect.objectContaining({ lead_id: id, tries: 8 }))
  })

  test('enter no door that was stored with another outcome under the same id at that moment', async () => {
    const { id } = await addLead(database.db, '9 Low St')
    const refused = visit(id, { outcome: 'refused' })
    // The embedded database runs them one after the other anyway.
    const lock = database.url
      ? await holdLock(database.url, 'select from leads where id = $1 for update', [id])
      : undefined
    const first = send(refused)
    const waiter = lock && (await lock.waiter())
    const second = send({ ...refused, outcome: 'do-not-knock' })
    if (lock) await lock.waiter(waiter).then(lock.release)
    const answers = await Promise.all([first, second])
    expect(answers.map((answer) => answer.json().outcome)).toEqual(['refused', 'refused'])
    expect(await database.db.selectFrom('do_not_knock').where('id', '=', refused.id).execute()).toEqual([])
    expect(await statusOf(id)).toBe('contacted')
  })

  test('are folded in the feed of their area, which is sent again only after a change', async () => {
    const { id } = await addLead(database.db, '1 Low St', { area: 'Ludlow' })
    await send(visit(id, { outcome: 'call-back', call_back_on: '2026-03-05' }))
    const first = await feed('?area=Ludlow')
    expect(first.json()).toMatchObject({
      doors: [
        {
          lead_id: id,
          state: 'call-back',
          next_on: '2026-03-05',
          next_at: null,
          last_outcome: 'call-back',
          last_at: '2026-03-02T10:00:00.000Z',
          tries: 0,
        },
      ],
    })
    const again = { 'if-none-match': first.headers.etag }
    expect((await feed('?area=Ludlow', again)).statusCode).toBe(304)
    await database.db.updateTable('leads').set({ status: 'closed-won' }).where('id', '=', id).execute()
    expect((await feed('?area=Ludlow', again)).json().doors).toMatchObject([{ state: 'sold', next_on: null }])
    expect((await feed('?area=Hereford')).json()).toMatchObject({ doors: [] })
    expect((await feed('?parts=')).json()).toEqual({ life: expect.any(String) })
  })

  test('are noticed as missing by phones after a restore, because the feed names another life', async () => {
    const before = await feed()
    await database.db.updateTable('change_epoch').set({ epoch: 'restored' }).execute()
    const after = await feed('', { 'if-none-match': before.headers.etag })
    expect(after.json().life).not.toBe(before.json().life)
  })
})
