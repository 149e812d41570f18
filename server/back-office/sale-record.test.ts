import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failed } from '#domain/kernel/result.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import type { EvidenceReceipt } from '#protocol/evidence.ts'
import type { SaleEvent, SaleRecord } from '#protocol/sale-record.ts'
import { cancelSale } from '../copy/cancel.commands.ts'
import { confirmCopy } from '../copy/copy.commands.ts'
import { findCopy } from '../copy/copy.queries.ts'
import { disputeSale } from '../copy/dispute.commands.ts'
import { verifySeals } from '../documents/verify/verify.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { receiveEvidence } from '../evidence/receive-evidence.ts'
import { recordOf, signSale } from '../evidence/signings.testing.ts'
import { sha256 } from '../sha256.ts'
import { DATABASES, type FreshDatabase, freshDatabase } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { saleRecordRoutes } from './sale-record.routes.ts'

const KEY = 'test-key'

describe.each(DATABASES)('The record of a sale on the %s database', (kind) => {
  let database: FreshDatabase
  let app: FastifyInstance
  beforeAll(async () => {
    database = await freshDatabase(kind)
    app = Fastify({ routerOptions: { maxParamLength: 1_800 } })
    const sealKeys = { current: () => failed({ state: 'unset' as const, reason: 'No key.' }) }
    const { db } = database
    await app.register(
      saleRecordRoutes({ db, sealKeys, callers: keyHolders(KEY), config: { mail: undefined } }),
      {
        prefix: `${BACK_OFFICE_PATH}/sales`,
      },
    )
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
  })

  const ask = (path: string, apikey = KEY) =>
    app.inject({ url: `${BACK_OFFICE_PATH}/sales${path}`, headers: { apikey } })
  const recordOfSale = async (id: string) => (await ask(`/${id}`)).json() as SaleRecord
  const timeline = async (id: string) => (await ask(`/${id}/timeline`)).json() as SaleEvent[]

  /** Signs a sale with evidence, as a phone does, and returns its token. */
  async function sell(session_id: string): Promise<string> {
    await signSale(database.db, session_id)
    const record = recordOf(session_id)
    await receiveEvidence(database.db, { record, earlier: undefined, copyLinkDays: 760 })
    return record.token
  }
  async function copyOf(token: string) {
    const found = await findCopy(database.db, sha256(token))
    if (!found) throw new Error('There is no copy.')
    return found
  }

  test('shows who bought what, how long it can be cancelled, and what was recorded', async () => {
    await sell('sale_1')
    const record = await recordOfSale('sale_1')
    expect(record).toMatchObject({
      sale: { session_id: 'sale_1', status: 'closed-won', service_monthly_price: 299 },
      cancel: { last_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), informed_at: null },
      evidence: { copy: 'email', chain: { events: 4, is_whole: true } },
      copy_state: { state: 'no-mail' },
      deliveries: {
        crm: null,
        automation: null,
        seal: { state: 'waiting' },
        copy: null,
        acknowledgement: null,
      },
      seal_reason: 'No key.',
      notices: [],
      register: null,
    })
    expect(JSON.stringify(record)).not.toMatch(/19800101-1234|data:image|salt/)
  })

  test('shows a sale for which nothing was recorded', async () => {
    await signSale(database.db, 'sale_2')
    expect(await recordOfSale('sale_2')).toMatchObject({ evidence: null, notices: [] })
    expect((await timeline('sale_2')).map(({ kind }) => kind)).toEqual(['contract-received', 'sale-arrived'])
  })

  test('returns what happened, oldest first, with the request and without the evidence itself', async () => {
    const token = await sell('sale_3')
    const { db } = database
    await disputeSale(db, await copyOf(token), 'Another price')
    const around = { config: { mail: undefined }, changeFeed: { wake() {} }, deliveries: { wake() {} } }
    await cancelSale({ db, ...around }, await copyOf(token), 'We are moving')
    await sql`
      insert into delivery_attempts (delivery_id, at, ok, message, duration_ms, request_id)
      select id, now() + interval '1 minute', false, 'The receiver answered 503.', 12, 'request_1' from deliveries
      where session_id = 'sale_3' and target = 'crm'`.execute(db)
    await sql`
      insert into delivery_attempts (delivery_id, ok, duration_ms)
      select id, true, 12 from deliveries where session_id = 'sale_3' and target = 'seal'`.execute(db)
    const events = await timeline('sale_3')
    expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['agreement-shown', 'agent'],
      ['contract-received', 'server'],
      ['signed', 'customer'],
      ['sale-arrived', 'agent'],
      ['received', 'server'],
      ['checked', 'server'],
      ['disputed', 'customer'],
      ['cancel-received', 'customer'],
      ['delivery-attempted', 'server'],
    ])
    expect(events.find(({ kind }) => kind === 'cancel-received')?.details).toMatchObject({
      words: 'We are moving',
    })
    expect(events.at(-1)).toMatchObject({
      request_id: 'request_1',
      details: { target: 'crm', ok: false, message: 'The receiver answered 503.' },
    })
    expect(JSON.stringify(events)).not.toMatch(/strokes|sha256|19800101-1234/)
    expect((await recordOfSale('sale_3')).notices).toMatchObject([
      { kind: 'cancelled', words: 'We are moving' },
      { kind: 'disputed', words: 'Another price' },
    ])
  })

  test('names the phone that made it and its owner, with what the agent did', async () => {
    await sell('sale_of_phone')
    expect((await recordOfSale('sale_of_phone')).sale.phone).toBe(null)
    const id = '0f8e6d2c-1b3a-4c5d-8e7f-9a0b1c2d3e4f'
    await database.db.insertInto('phones').values({ id, label: 'Mara' }).execute()
    await sql`update opportunities set phone_id = ${id} where session_id = 'sale_of_phone'`.execute(
      database.db,
    )
    expect((await recordOfSale('sale_of_phone')).sale.phone).toEqual({ id, name: 'Mara' })
    const actors = async () =>
      (await timeline('sale_of_phone')).map(({ actor, phone, owner }) => [actor, phone, owner])
    expect(await actors()).toContainEqual(['agent', 'Mara', undefined])
    await sql`
      with person as (insert into people (name, role) values ('Eve', 'agent') returning id)
      update opportunities set owner_id = person.id from person where session_id = 'sale_of_phone'`.execute(
      database.db,
    )
    expect(await actors()).toContainEqual(['agent', 'Mara', 'Eve'])
    expect(await actors()).toContainEqual(['server', undefined, undefined])
  })

  test('begins again with what a phone sends for an erased sale, as verify does', async () => {
    const { db } = database
    const record = recordOf('sale_back')
    const send = async (earlier?: EvidenceReceipt) => {
      await signSale(db, 'sale_back')
      const received = await receiveEvidence(db, { record, earlier, copyLinkDays: 760 })
      if (!received.ok) throw new Error('The evidence was refused.')
      return received.value
    }
    const receipt = await send()
    await confirmCopy({ db, config: { mail: undefined } }, await copyOf(record.token))
    await sql`update opportunities set customer_email = 'gone@example.com' where session_id = 'sale_back'`.execute(
      db,
    )
    await erasePerson(db, 'gone@example.com')
    expect(await send(receipt)).toEqual(receipt)

    const { evidence } = await recordOfSale('sale_back')
    expect(evidence?.chain).toEqual({ events: 10, is_whole: true })
    expect((await timeline('sale_back')).map(({ kind }) => kind)).toEqual([
      'agreement-shown',
      'contract-received',
      'signed',
      'received',
      'checked',
      'sale-arrived',
    ])
    expect((await verifySeals(db)).ok).toBe(true)
  })

  test.each([
    [
      'a changed payload',
      sql`update event_payloads set payload = payload || '{"kind":"typed"}' where seq = 2`,
    ],
    ['a missing payload', sql`delete from event_payloads where seq = 2`],
  ])('says that a chain with %s is not whole', async (name, change) => {
    const sale = `sale_${name.replaceAll(' ', '_')}`
    await sell(sale)
    await database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`${change} and chain = (select chain from sale_evidence where session_id = ${sale})`.execute(
        transaction,
      )
    })
    expect((await recordOfSale(sale)).evidence?.chain).toEqual({ events: 4, is_whole: false })
  })

  test('finds a sale by the longest session id', async () => {
    const id = '東'.repeat(200)
    await signSale(database.db, id)
    expect((await ask(`/${encodeURIComponent(id)}`)).json().sale.session_id).toBe(id)
  })

  test('returns 404 for a sale that does not exist, and 401 without the key', async () => {
    for (const path of ['/sale_0', '/sale_0/timeline', `/${'x'.repeat(201)}`, '/%00']) {
      expect((await ask(path)).statusCode, path).toBe(404)
      expect((await ask(path, 'another')).statusCode, path).toBe(401)
    }
  })
})
