import fs from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agreementOf, evidenceWith } from '#domain/testing/agreements.ts'
import { voucherVerdictOf } from '#domain/testing/premises.ts'
import { agreementText, type EvidenceAnswer, evidenceHash, evidenceText } from '#protocol/evidence.ts'
import { SALE_EVIDENCE_PATH } from '#protocol/functions.ts'
import { readSomeKey } from '../documents/key/seal-keys.testing.ts'
import { erasePerson } from '../erasure/person.queries.ts'
import { sha256Hex as sha256 } from '../sha256.ts'
import { DATABASES, type FreshDatabase, freshDatabase, freshFolder } from '../testing/databases.ts'
import { keyHolders } from '../testing/key-holders.ts'
import { commitmentTo, eventHash, NO_EVENT } from './chain.ts'
import { eraseEvidence } from './evidence.queries.ts'
import { evidenceRoutes } from './evidence.routes.ts'
import { recordOf, signSale } from './signings.testing.ts'

const KEY = 'test-key'
describe.each(DATABASES)('Evidence on the %s database', (kind) => {
  let database: FreshDatabase
  let folder: string
  let app: FastifyInstance
  const config = { copyLinkDays: 760 }
  const callers = keyHolders(KEY)
  const deliveries = { wake: () => {} }
  beforeAll(async () => {
    database = await freshDatabase(kind)
    folder = freshFolder()
    const sealKeys = await readSomeKey(database.db, folder)
    app = Fastify()
    await app.register(evidenceRoutes({ db: database.db, callers, config, sealKeys, deliveries }))
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
    fs.rmSync(folder, { recursive: true })
  })

  const sign = (session_id: string, price = 299) =>
    signSale(database.db, session_id, { service_monthly_price: price })
  const send = (body: object, key = KEY, to = app) =>
    to.inject({ method: 'POST', url: SALE_EVIDENCE_PATH, headers: { apikey: key }, body })
  const evidenceOf = (session_id: string) =>
    database.db
      .selectFrom('sale_evidence')
      .selectAll()
      .where('session_id', '=', session_id)
      .executeTakeFirst()
  const eventsOf = async (chain: string) => {
    const { rows } = await sql<{
      seq: number
      type: string
      at: string
      commit: string
      prev: string
      hash: string
    }>`
      select seq, type, at, encode(commitment, 'hex') as commit, encode(prev, 'hex') as prev,
        encode(hash, 'hex') as hash
      from evidence_events where chain = ${chain} order by seq`.execute(database.db)
    return rows
  }
  async function expectWholeChain(chain: string, ...later: string[]): Promise<void> {
    const events = await eventsOf(chain)
    const types = ['agreement-shown', 'signed', 'received', 'checked', ...later]
    expect(events.map(({ type }) => type)).toEqual(types)
    let prev = NO_EVENT
    for (const event of events) {
      const { seq, type, commit, hash } = event
      const at = new Date(event.at).toISOString()
      expect(event.prev).toBe(prev)
      expect(eventHash({ chain, seq, type, at, commit, prev })).toBe(hash)
      prev = hash
    }
  }

  test('stores the exact bytes, and returns a signed receipt', async () => {
    await sign('stored')
    const record = recordOf('stored')
    const answer = await send(record)
    const receipt = answer.json<EvidenceAnswer>()
    expect(answer.headers['evidence']).toBe(`sha256=${evidenceHash(record.evidence, sha256)}`)
    expect(receipt.receipt?.split('.')).toHaveLength(3)
    const stored = await evidenceOf('stored')
    expect(stored).toMatchObject({ findings: [], chain: receipt.chain })
    expect(Buffer.from(stored?.body ?? []).toString()).toBe(evidenceText(record.evidence))
    expect(Buffer.from(stored?.token_sha256 ?? []).toString('hex')).toBe(sha256(record.token))
    const [agreement] = await database.db.selectFrom('agreements').selectAll().execute()
    expect(Buffer.from(agreement?.body ?? []).toString()).toBe(agreementText(record.agreement))
    await expectWholeChain(receipt.chain)
  })

  test('stores the voucher verdict that the agent was shown', async () => {
    await sign('checked')
    const record = recordOf('checked', { voucher_verdict: voucherVerdictOf() })
    expect((await send(record)).statusCode).toBe(200)
    expect(Buffer.from((await evidenceOf('checked'))?.body ?? []).toString()).toBe(
      evidenceText(record.evidence),
    )
  })

  test('commits each event to its payload', async () => {
    await sign('committed')
    const { chain, salt } = (await send(recordOf('committed'))).json<EvidenceAnswer>()
    const payloads = await database.db
      .selectFrom('event_payloads')
      .select('payload')
      .where('chain', '=', chain)
      .orderBy('seq')
      .execute()
    const commits = payloads.map(({ payload }) => commitmentTo(payload as object, Buffer.from(salt, 'hex')))
    expect(commits).toEqual((await eventsOf(chain)).map(({ commit }) => commit))
  })

  test('returns the same for a repeat, even if two come at once', async () => {
    await sign('repeated')
    const answers = await Promise.all([send(recordOf('repeated')), send(recordOf('repeated'))])
    const again = await send(recordOf('repeated'))
    expect(again.statusCode).toBe(200)
    for (const answer of answers) expect(answer.body).toBe(again.body)
    await expectWholeChain(again.json<EvidenceAnswer>().chain)
  })

  test('notes what does not fit, and stores it', async () => {
    await sign('different', 399)
    expect((await send(recordOf('different'))).statusCode).toBe(200)
    expect((await evidenceOf('different'))?.findings).toEqual([
      { code: 'terms-differ', details: ['service_monthly_price'] },
    ])
  })

  test('fails as a PATCH does if there is no such sale', async () => {
    const answer = await send(recordOf('unknown'))
    expect([answer.statusCode, answer.json().code]).toEqual([406, 'PGRST116'])
  })

  test('waits for the signature of a sale that is sent again after a restore', async () => {
    await database.db.insertInto('opportunities').values({ session_id: 'late', status: 'open' }).execute()
    const early = await send(recordOf('late'))
    expect([early.statusCode, early.json().code]).toEqual([406, 'PGRST116'])
    await database.db.deleteFrom('opportunities').where('session_id', '=', 'late').execute()
    await sign('late')
    expect((await send(recordOf('late'))).statusCode).toBe(200)
    expect((await evidenceOf('late'))?.findings).toEqual([])
  })

  test('takes time, chain and salt from its own earlier receipt, and from no other', async () => {
    await sign('restored')
    const first = (await send(recordOf('restored'))).json<EvidenceAnswer>()
    const lose = () => eraseEvidence(database.db, ['restored'])
    await lose()
    const forged = `${first.receipt?.slice(0, -8)}AAAAAAAA`
    const other = (await send({ ...recordOf('restored'), receipt: forged })).json<EvidenceAnswer>()
    expect(other.chain).not.toBe(first.chain)
    await lose()
    const again = await send({ ...recordOf('restored'), receipt: first.receipt })
    expect(again.json()).toEqual(first)
  })

  test('leaves the receipt unsigned if there is no key', async () => {
    await sign('unsigned')
    const keyless = Fastify()
    const sealKeys = { sign: async () => undefined, ready: async () => {} }
    await keyless.register(evidenceRoutes({ db: database.db, callers, config, sealKeys, deliveries }))
    expect((await send(recordOf('unsigned'), KEY, keyless)).json()).toMatchObject({ receipt: null })
    await keyless.close()
  })

  test.each([
    'update evidence_events set type = type',
    'delete from evidence_events',
    'truncate evidence_events cascade',
    'update agreements set body = body',
    'truncate agreements cascade',
    'update event_payloads set payload = payload',
    'truncate event_payloads',
  ])('refuses "%s"', async (statement) => {
    await sign(statement)
    await send(recordOf(statement))
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('Evidence cannot be changed')
  })

  test.each([
    ['a field too many', { more: 1 }],
    ['a token that is too short', { token: 'A' }],
    ['no agreement', { agreement: null }],
    ['half a character', { agreement: { ...agreementOf(), premises: '\ud800' } }],
    ['a text that is too long', { agreement: { ...agreementOf(), premises: 'x'.repeat(10_001) } }],
    ['another moment', { evidence: { ...evidenceWith(), signed_at: 'yesterday' } }],
    ['half a verdict', { evidence: { ...evidenceWith(), voucher_verdict: { answer: 'likely' } } }],
    ['too many strokes', { evidence: { ...evidenceWith(), signature: { strokes: Array(1_001).fill([]) } } }],
  ])('refuses %s', async (_what, wrong) => {
    const answer = await send({ ...recordOf('hostile'), ...wrong })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST102'])
  })

  test('refuses a wrong key', async () => {
    expect((await send(recordOf('stored'), 'other')).statusCode).toBe(401)
  })

  test('loses everything but the chain in an erasure, and the chain still verifies', async () => {
    await sign('erased')
    const { chain } = (await send(recordOf('erased'))).json<EvidenceAnswer>()
    await erasePerson(database.db, agreementOf().customer.email)
    for (const table of ['sale_evidence', 'event_payloads', 'agreements'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    await expectWholeChain(chain, 'erased')
  })
})
