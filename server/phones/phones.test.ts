import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { OFFICE_PHONES_PATH, PHONES_PATH, type PhoneReport, type PhonesListed } from '#protocol/phones.ts'
import type { Context } from '../context.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { officePhonesRoutes } from './office-phones.routes.ts'
import { countPhonesToLookAt, deleteForgottenPhones } from './phones.queries.ts'
import { phonesRoutes } from './phones.routes.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe.each(DATABASES)('Phones, on the %s database', (kind) => {
  const app = Fastify()
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    const context = { callers: keyHolders('key'), db: database.db } as unknown as Context
    app.register(phonesRoutes(context))
    app.register(officePhonesRoutes(context), { prefix: BACK_OFFICE_PATH })
  })
  afterAll(async () => {
    await app.close()
    await database?.close()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('opportunities').execute()
    await database.db.deleteFrom('phones').execute()
  })

  const OFFICE = BACK_OFFICE_PATH + OFFICE_PHONES_PATH
  const reportOf = (id: string, change: Partial<PhoneReport> = {}): PhoneReport => ({
    id,
    is_installed: true,
    is_kept: false,
    area: 'Ludlow',
    unsent_sales: 0,
    unsent_signed: 0,
    unsent_since: null,
    refused_sales: 0,
    ...change,
  })
  const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object, apikey = 'key') =>
    app.inject({ method, url, headers: { apikey }, ...(body && { body }) })
  const send = async (report: PhoneReport) =>
    (await call('POST', PHONES_PATH, report)).json<{ name: string }>()
  const list = async () => (await call('GET', OFFICE)).json<PhonesListed>()
  const label = (id: string, name: string | null) => call('PUT', `${OFFICE}/${id}`, { label: name })

  test('report themselves, and the office sees the last report of each', async () => {
    const id = randomUUID()
    const { name } = await send(reportOf(id, { unsent_sales: 2, unsent_since: minutesAgo(5) }))
    expect(await send(reportOf(id.toUpperCase(), { is_kept: true }))).toEqual({ name, state: null })
    const { phones, more } = await list()
    expect(phones).toEqual([
      {
        ...reportOf(id, { is_kept: true }),
        name,
        label: null,
        seen_at: expect.stringMatching(/Z$/),
        won_sales: 0,
        needs_attention: false,
        state: null,
        state_since: null,
        person: null,
      },
    ])
    expect(more).toBe(false)
  })

  test('use up only one number each, however often they report', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await send(reportOf(first))
    for (let again = 0; again < 3; again++) await send(reportOf(first))
    await send(reportOf(second))
    const numbers = await database.db.selectFrom('phones').select('number').orderBy('number').execute()
    expect(numbers).toHaveLength(2)
    expect((numbers[1]?.number ?? 0) - (numbers[0]?.number ?? 0)).toBe(1)
  })

  test('get different names if many report at once', async () => {
    const names = await Promise.all(Array.from({ length: 8 }, () => send(reportOf(randomUUID()))))
    expect(new Set(names.map(({ name }) => name)).size).toBe(8)
  })

  test('come first, and count, if signed sales have waited on them or a sale was refused', async () => {
    const signed = (minutes: number) => ({
      unsent_sales: 1,
      unsent_signed: 1,
      unsent_since: minutesAgo(minutes),
    })
    const [stuck, refused, busy, unsigned, idle] = Array.from({ length: 5 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
      string,
    ]
    await send(reportOf(stuck, signed(16)))
    await send(reportOf(refused, { refused_sales: 1 }))
    await send(reportOf(busy, signed(1)))
    await send(reportOf(unsigned, { unsent_sales: 1, unsent_since: minutesAgo(90) }))
    await send(reportOf(idle))
    const { phones } = await list()
    expect(phones.map(({ id, needs_attention }) => [id, needs_attention])).toEqual([
      [refused, true],
      [stuck, true],
      [idle, false],
      [unsigned, false],
      [busy, false],
    ])
    expect(await countPhonesToLookAt(database.db)).toBe(2)
  })

  test('are named by the office, and a report does not change the name', async () => {
    const id = randomUUID()
    const { name } = await send(reportOf(id))
    expect((await label(id, '  Mara ')).json()).toMatchObject({ id, name: 'Mara', label: 'Mara' })
    await send(reportOf(id))
    expect((await list()).phones[0]?.name).toBe('Mara')
    expect((await label(id, '')).json()).toMatchObject({ name, label: null })
    expect((await label(randomUUID(), 'Mara')).statusCode).toBe(404)
    expect((await label('x', 'Mara')).statusCode).toBe(404)
    expect((await label(id, 'M'.repeat(61))).statusCode).toBe(400)
  })

  test('show how many sales they have won', async () => {
    const id = randomUUID()
    await send(reportOf(id))
    const sale = { phone_id: id, customer_name: 'Ann' }
    await database.db
      .insertInto('opportunities')
      .values([
        { ...sale, session_id: 'a' },
        { ...sale, session_id: 'b', status: 'closed-won', contract_signature: 'data:image/png;base64,AA' },
      ])
      .execute()
    expect((await list()).phones[0]?.won_sales).toBe(1)
  })

  test('are forgotten after three months if they made no sale and hold none', async () => {
    const [unused, used, holding, named] = Array.from({ length: 4 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
    ]
    await Promise.all([unused, used, named].map((id) => send(reportOf(id))))
    await send(reportOf(holding, { unsent_sales: 1, unsent_since: minutesAgo(1) }))
    await label(named, 'Mara')
    await database.db.insertInto('opportunities').values({ session_id: 'a', phone_id: used }).execute()
    await deleteForgottenPhones(database.db)
    expect((await list()).phones).toHaveLength(4)
    await database.db
      .updateTable('phones')
      .set({ seen_at: minutesAgo(91 * 24 * 60) })
      .execute()
    await deleteForgottenPhones(database.db)
    const left = (await list()).phones.map(({ id }) => id)
    expect(left.toSorted()).toEqual([used, holding, named].toSorted())
  })

  test('are refused without the key, or if a report is not valid', async () => {
    expect((await call('POST', PHONES_PATH, reportOf(randomUUID()), 'wrong')).statusCode).toBe(401)
    expect((await call('GET', OFFICE, undefined, 'wrong')).statusCode).toBe(401)
    for (const change of [
      { id: 'x' },
      { unsent_sales: -1 },
      { unsent_since: 'yesterday' },
      { area: 'A'.repeat(301) },
      { area: '\0' },
      { model: 'Pixel 7' },
    ])
      expect([
        change,
        (await call('POST', PHONES_PATH, { ...reportOf(randomUUID()), ...change })).statusCode,
      ]).toEqual([change, 400])
    expect((await list()).phones).toEqual([])
  })
})
