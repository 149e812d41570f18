import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SaleOutcome } from '#domain/after-signature/sale-outcome.ts'
import { addDays, londonDateOf } from '#domain/cooling-off/calendar-date.ts'
import { failed } from '#domain/kernel/result.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { SaleEvent, SaleRecord } from '#protocol/sale-record.ts'
import { erasePerson } from '../../erasure/person.queries.ts'
import { signSale } from '../../evidence/signings.testing.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../../testing/databases.ts'
import { keyHolders } from '../../testing/key-holders.ts'
import { saleRecordRoutes } from '../sale-record.routes.ts'
import { outcomesRoutes } from './outcomes.routes.ts'

const KEY = 'test-key'
const TODAY = londonDateOf(new Date().toISOString())

describe.each(DATABASES)('What came of a sale, on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const { db } = database
    const config = { mail: undefined }
    const callers = keyHolders(KEY)
    const sealKeys = { current: () => failed({ state: 'unset' as const, reason: 'No key.' }) }
    app = Fastify()
    const prefix = `${BACK_OFFICE_PATH}/sales`
    await app.register(saleRecordRoutes({ db, sealKeys, callers, config }), { prefix })
    await app.register(outcomesRoutes({ db, callers }), { prefix })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('opportunities').execute()
    await signSale(database.db, 'sale_1')
  })

  const ask = (path: string, apikey = KEY) =>
    app.inject({ url: `${BACK_OFFICE_PATH}/sales/${path}`, headers: { apikey } })
  const send = (method: 'POST' | 'PUT', path: string, payload: object, apikey = KEY) =>
    app.inject({ method, url: `${BACK_OFFICE_PATH}/sales/${path}`, payload, headers: { apikey } })
  const record = (outcome: object, sale = 'sale_1') =>
    send('POST', `${sale}/outcomes`, { id: randomUUID(), happened_on: TODAY, ...outcome })
  const mark = (id: string, taken_back: boolean, sale = 'sale_1') =>
    send('PUT', `${sale}/outcomes/${id}`, { taken_back })
  const stored = async () => (await ask('sale_1')).json<SaleRecord>().outcomes
  const events = async () => {
    const timeline = (await ask('sale_1/timeline')).json<SaleEvent[]>()
    return timeline.filter(({ actor }) => actor === 'office')
  }

  test('is stored once however often it is sent, and is in the record, the latest day first', async () => {
    const id = randomUUID()
    const booked = { id, kind: 'install-booked', happened_on: addDays(TODAY, 9), words: 'Morning' }
    const first = await record(booked)
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({
      ...booked,
      amount: null,
      recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      taken_back_at: null,
    })
    await record({ kind: 'clawback', amount: 120.5 })
    expect((await record({ ...booked, words: 'Sent again' })).json()).toEqual(first.json())
    expect((await stored()).map((one) => [one.kind, one.amount])).toEqual([
      ['install-booked', null],
      ['clawback', 120.5],
    ])
  })

  test('does not count while it is taken back, then counts again; both are events', async () => {
    const { id } = (await record({ kind: 'complaint-opened', words: 'Noise' })).json<SaleOutcome>()
    const taken = (await mark(id, true)).json<SaleOutcome>()
    expect(taken.taken_back_at).toEqual(expect.any(String))
    expect((await mark(id, true)).json()).toEqual(taken)
    expect((await record({ kind: 'complaint-closed' })).json()).toMatchObject({
      code: 'no_complaint_is_open',
    })
    expect(await events()).toMatchObject([
      { kind: 'complaint-opened', details: { happened_on: TODAY, words: 'Noise' } },
      { kind: 'outcome-taken-back', details: { outcome: 'complaint-opened', happened_on: TODAY } },
    ])
    expect((await mark(id, false)).json()).toMatchObject({ taken_back_at: null })
    expect((await record({ kind: 'complaint-closed' })).statusCode).toBe(200)
  })

  test('closes a complaint once if two people close it at the same time', async () => {
    await record({ kind: 'complaint-opened' })
    const answers = await Promise.all([1, 2, 3].map(() => record({ kind: 'complaint-closed' })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422])
  })

  test('is refused with its rule before the signature, or if it makes no sense', async () => {
    await database.db.insertInto('opportunities').values({ session_id: 'sale_2', status: 'open' }).execute()
    const refused = await record({ kind: 'note', words: 'Early' }, 'sale_2')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'outcome_needs_a_signature', message: 'Only a signed sale can have outcomes.' },
    ])
    const ahead = { kind: 'installed', happened_on: addDays(TODAY, 1) }
    expect((await record(ahead)).json()).toMatchObject({ code: 'outcome_not_in_future' })
    expect((await record({ kind: 'note', words: '' }, 'sale_9')).statusCode).toBe(404)
    expect((await mark(randomUUID(), true)).statusCode).toBe(404)
    expect(await stored()).toEqual([])
  })

  test.each([
    ['kind', { kind: 'sold' }],
    ['words', { kind: 'note', words: 'x'.repeat(1_001) }],
    ['words', { kind: 'note', words: 'a\0b' }],
    ['words', { kind: 'note', words: '\ud800' }],
    ['happened_on', { kind: 'installed', happened_on: '2026-02-30' }],
    ['happened_on', { kind: 'installed', happened_on: '20000-01-01' }],
    ['id', { kind: 'installed', id: '1' }],
    ['amount', { kind: 'clawback', amount: 0 }],
    ['amount', { kind: 'clawback', amount: 1.005 }],
    ['amount', { kind: 'clawback', amount: 1e9 }],
  ])('names the field %s, which is wrong in %o', async (field, outcome) => {
    const answer = await record(outcome)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { code: 'PGRST102', details: expect.stringContaining(field) },
    ])
  })

  test('belongs to its sale: another sale cannot take it back, and it is erased with the customer', async () => {
    await signSale(database.db, 'sale_2')
    const { id } = (await record({ kind: 'note', words: 'Ada called' })).json<SaleOutcome>()
    expect((await mark(id, true, 'sale_2')).statusCode).toBe(404)
    expect((await record({ id, kind: 'note', words: 'Again' }, 'sale_2')).statusCode).toBe(409)
    const { customer_email } = await database.db
      .updateTable('opportunities')
      .set({ notes: 'kept' })
      .where('session_id', '=', 'sale_1')
      .returning('customer_email')
      .executeTakeFirstOrThrow()
    await erasePerson(database.db, customer_email ?? '')
    expect(await database.db.selectFrom('sale_outcomes').selectAll().execute()).toEqual([])
  })

  test('needs the key', async () => {
    expect((await send('POST', 'sale_1/outcomes', {}, 'wrong')).statusCode).toBe(401)
    expect((await send('PUT', `sale_1/outcomes/${randomUUID()}`, {}, 'wrong')).statusCode).toBe(401)
  })
})
