import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BACK_OFFICE_PATH, type CustomerNotice } from '#protocol/back-office.ts'
import type { DocumentsNotGiven } from '#protocol/office-lists.ts'
import { appendOnce } from '../copy/append-once.ts'
import { cancelSale } from '../copy/cancel.commands.ts'
import { findCopy } from '../copy/copy.queries.ts'
import { disputeSale } from '../copy/dispute.commands.ts'
import { queueSeals } from '../deliveries/seals.queries.ts'
import type { EventOfSale } from '../evidence/chain.ts'
import { findChain } from '../evidence/evidence.queries.ts'
import { receiveEvidence } from '../evidence/receive-evidence.ts'
import { recordOf, signSale } from '../evidence/signings.testing.ts'
import { sha256 } from '../sha256.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { officeListsRoutes } from './office-lists.routes.ts'

const KEY = 'test-key'
/** The parts that a cancellation wakes. */
const AROUND = { config: { mail: undefined }, changeFeed: { wake() {} }, deliveries: { wake() {} } }

describe.each(DATABASES)('The lists of the office on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase(kind)
    app = Fastify()
    const config = { mail: undefined }
    const callers = keyHolders(KEY)
    await app.register(officeListsRoutes({ db: database.db, callers, config }), { prefix: BACK_OFFICE_PATH })
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })
  beforeEach(() => database.db.deleteFrom('opportunities').execute())

  const get = (path: string, apikey = KEY) =>
    app.inject({ url: `${BACK_OFFICE_PATH}${path}`, headers: { apikey } })
  const notGiven = async (query = '') => (await get(`/documents-not-given${query}`)).json<DocumentsNotGiven>()
  const idsNotGiven = async (query = '') => (await notGiven(query)).sales.map(({ session_id }) => session_id)
  const notices = async (query = '') => (await get(`/customer-notices${query}`)).json<CustomerNotice[]>()
  const dealWith = (body: object, apikey = KEY) =>
    app.inject({ method: 'POST', url: `${BACK_OFFICE_PATH}/dealt-with`, body, headers: { apikey } })

  /** Signs a sale with evidence that arrived so many minutes ago. */
  async function sell(session_id: string, minutesAgo: number): Promise<void> {
    const received_at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
    await signSale(database.db, session_id)
    await database.db
      .updateTable('opportunities')
      .set({ received_at })
      .where('session_id', '=', session_id)
      .execute()
    await receiveEvidence(database.db, {
      record: recordOf(session_id),
      earlier: undefined,
      copyLinkDays: 760,
    })
  }
  async function append(session_id: string, type: EventOfSale['type']) {
    const chain = (await findChain(database.db, session_id)) ?? ''
    const event: EventOfSale = { type, at: new Date().toISOString(), payload: { by: 'agent' } }
    await appendOnce(database.db, chain, event, () => false)
  }
  async function copyOf(session_id: string) {
    const found = await findCopy(database.db, sha256(recordOf(session_id).token))
    if (!found) throw new Error('There is no copy.')
    return found
  }

  test('name the customers without documents, the longest wait first, with the reason', async () => {
    await sell('sale_1', 5)
    await sell('sale_2', 60)
    const { count, sales } = await notGiven()
    expect(count).toBe(2)
    expect(sales.map(({ session_id }) => session_id)).toEqual(['sale_2', 'sale_1'])
    expect(sales[0]).toMatchObject({ customer_name: 'Ada King Noel', copy_state: { state: 'no-mail' } })
  })

  test.each([['copy-accepted'], ['paper-given'], ['copy-downloaded'], ['confirmed']] as const)(
    'leave out a customer with %s, even if more evidence arrives',
    async (type) => {
      await sell('sale_1', 5)
      await append('sale_1', type)
      const record = recordOf('sale_1', { app: 'another' })
      await receiveEvidence(database.db, { record, earlier: undefined, copyLinkDays: 760 })
      expect(await notGiven()).toEqual({ count: 0, sales: [] })
    },
  )

  test.each([['link-opened'], ['shared'], ['copy-refused']] as const)(
    'keep a customer with only %s',
    async (type) => {
      await sell('sale_1', 5)
      await append('sale_1', type)
      expect(await idsNotGiven()).toEqual(['sale_1'])
    },
  )

  test('leave out a customer who cancelled in time', async () => {
    await sell('sale_1', 5)
    await cancelSale({ db: database.db, ...AROUND }, await copyOf('sale_1'), 'We are moving')
    expect(await notGiven()).toEqual({ count: 0, sales: [] })
    await database.db.updateTable('cancellations').set({ in_time: false }).execute()
    expect(await idsNotGiven()).toEqual(['sale_1'])
  })

  test('name a sale without evidence once its seal is queued', async () => {
    await signSale(database.db, 'sale_without')
    await sql`update schema_migrations set applied_at = '2020-01-01' where name = '0021-seals.sql'`.execute(
      database.db,
    )
    expect(await queueSeals(database.db)).toBe(1)
    expect(await queueSeals(database.db)).toBe(0)
    expect((await notGiven()).sales).toMatchObject([
      { session_id: 'sale_without', copy_state: { state: 'no-mail' } },
    ])
  })

  test('hide an entry that was dealt with, keep its first moment, and can take it back', async () => {
    await sell('sale_1', 5)
    const entry = { kind: 'documents', session_id: 'sale_1' }
    const { dealt_with_at } = (await dealWith({ ...entry, dealt_with: true })).json()
    expect((await dealWith({ ...entry, dealt_with: true })).json()).toEqual({ dealt_with_at })
    expect(await notGiven()).toEqual({ count: 0, sales: [] })
    expect((await notGiven('?dealt_with=true')).sales).toMatchObject([
      { session_id: 'sale_1', dealt_with_at },
    ])
    expect((await dealWith({ ...entry, dealt_with: false })).json()).toEqual({ dealt_with_at: null })
    expect(await idsNotGiven()).toEqual(['sale_1'])
    expect(await idsNotGiven('?dealt_with=true')).toEqual([])
  })

  test("hide a customer's notice once it was dealt with, and show it on request", async () => {
    await sell('sale_1', 5)
    const { db } = database
    await disputeSale(db, await copyOf('sale_1'), 'Another price')
    await cancelSale({ db, ...AROUND }, await copyOf('sale_1'), 'We are moving')
    const [cancelled, disputed] = await notices()
    expect([cancelled?.kind, disputed?.kind]).toEqual(['cancelled', 'disputed'])
    for (const { kind, id } of await notices()) await dealWith({ kind, id, dealt_with: true })
    expect(await notices()).toEqual([])
    const dealtWith = (await notices('?dealt_with=true')).map(({ words }) => words)
    expect(dealtWith.toSorted()).toEqual(['Another price', 'We are moving'])
    await dealWith({ kind: 'disputed', id: disputed?.id, dealt_with: false })
    expect(await notices()).toMatchObject([{ kind: 'disputed', dealt_with_at: null }])
    const { rows } = await sql`select dealt_with_by from cancellations`.execute(db)
    expect(rows).toEqual([{ dealt_with_by: 'office' }])
  })

  test.each([
    [404, { kind: 'documents', session_id: 'sale_0', dealt_with: true }],
    [404, { kind: 'disputed', id: 999_999, dealt_with: true }],
    [400, { kind: 'disputed', id: 'one', dealt_with: true }],
    [400, { kind: 'disputed', session_id: 'sale_1', dealt_with: true }],
    [400, { kind: 'documents', session_id: 'sale_1' }],
  ])('return %d for what cannot be dealt with (%j)', async (status, body) => {
    expect((await dealWith(body)).statusCode).toBe(status)
    expect((await dealWith(body, 'another')).statusCode).toBe(401)
  })

  test('refuse another query, and a call without the key', async () => {
    for (const path of ['/documents-not-given', '/customer-notices']) {
      expect((await get(`${path}?dealt_with=maybe`)).statusCode).toBe(400)
      expect((await get(path, 'another')).statusCode).toBe(401)
    }
  })
})
