import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { orderReference } from '#domain/contract/order-reference.ts'
import { agreementOf, COMPANY } from '#domain/testing/agreements.ts'
import { AT } from '#domain/testing/sale-commands.ts'
import type { CopyCode } from '#protocol/back-office.ts'
import type { CustomersCopy } from '#protocol/copy.ts'
import { hashInAddress } from '#protocol/evidence.ts'
import { recordOf } from '../evidence/signings.testing.ts'
import { DATABASES } from '../testing/databases.ts'
import { POSTCODE, serveCopies } from './copies.testing.ts'
import { listCopyProgress } from './copy-states.queries.ts'

describe.each(DATABASES)("The customer's copy on the %s database", (kind) => {
  let served: Awaited<ReturnType<typeof serveCopies>>
  beforeAll(async () => {
    served = await serveCopies(kind)
  })
  beforeEach(() => served.restart())
  afterEach(() => void vi.useRealTimers())
  afterAll(() => served?.close())

  const codeEnded = async (sale: string) =>
    (await listCopyProgress(served.db, [sale])).get(sale)?.hasCodeEnded
  const open = async (token: string) => (await served.ask('', { token })).json<CustomersCopy>()

  test('shows package, prices and hashes, and no personal data', async () => {
    const token = await served.sign('shown')
    await served.seal('shown', 1)
    const answer = await served.ask('', { token })
    const { package: sold, prices, customer, premises } = agreementOf()
    expect(answer.json()).toMatchObject({
      order_reference: orderReference(AT),
      company: 'Fellside Broadband Ltd',
      contact: { phone: COMPANY.phone, email: COMPANY.email },
      package: { name: sold.name, speed: sold.speed },
      prices: { monthly: prices.monthly, installation: prices.installation, discount: prices.discount },
      installation_in_words: '£695 after a voucher discount of £300',
      signed_at: AT,
      copy_state: 'Your copy is sealed. No mail service is set up, so download it here.',
      confirmed_at: null,
      documents: [{ version: 1, agreement_sha256: null, statement: 'a.b.c' }],
    })
    for (const personal of [customer.name, customer.email, premises, POSTCODE, 'shown'])
      expect(answer.body).not.toContain(personal)
  })

  test('may not be stored, followed or indexed, whatever the answer', async () => {
    const token = await served.sign('private')
    for (const body of [{ token }, { token: 'A'.repeat(22) }, {}]) {
      const { headers } = await served.ask('', body)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
    }
  })

  test.each(['', '/document', '/confirm'])(
    'gives the same answer for a code that is unknown, has expired, was revoked or has not arrived (%s)',
    async (path) => {
      const revoked = await served.sign(`revoked${path}`)
      const expired = await served.sign(`expired${path}`)
      for (const sale of ['revoked', 'expired']) await served.seal(`${sale}${path}`, 1)
      await served.changeCode('revoke', `revoked${path}`)
      await sql`update sale_evidence set token_expires_at = now() where session_id = ${`expired${path}`}`.execute(
        served.db,
      )
      const more = path === '/document' ? { postcode: POSTCODE } : {}
      const answers = await Promise.all(
        ['A'.repeat(22), expired, revoked, recordOf('never arrived').token].map((token) =>
          served.ask(path, { token, ...more }),
        ),
      )
      expect(answers[0]?.statusCode).toBe(404)
      const seen = answers.map(({ body, headers: { date: _, ...headers } }) => ({ body, headers }))
      expect(new Set(seen.map((one) => JSON.stringify(one)))).toHaveLength(1)
    },
  )

  test('returns the newest version for the postcode, however it is written', async () => {
    const token = await served.sign('download')
    expect((await served.ask('/document', { token, postcode: POSTCODE })).statusCode).toBe(404)
    await served.seal('download', 1)
    const newest = await served.seal('download', 2)
    const answer = await served.ask('/document', { token, postcode: ' ab12 cd' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.body).toBe(newest)
  })

  test('refuses every postcode for an hour after five wrong ones', async () => {
    const token = await served.sign('guessed')
    await served.seal('guessed', 1)
    vi.useFakeTimers({ toFake: ['performance'] })
    const tries = []
    for (let n = 0; n < 6; n++) tries.push(await served.ask('/document', { token, postcode: `AB1 2C${n}` }))
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 429])
    expect(Number(tries[5]?.headers['retry-after'])).toBeGreaterThan(3_500)
    const right = () => served.ask('/document', { token, postcode: POSTCODE })
    expect((await right()).statusCode).toBe(429)
    vi.advanceTimersByTime(3_600_001)
    expect((await right()).statusCode).toBe(200)
  })

  test('refuses an address after twenty tries in a minute', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' }
    const ask = () => served.ask('', { token: 'A'.repeat(22) }, from)
    const tries = []
    for (let n = 0; n < 21; n++) tries.push(await ask())
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([...Array(20).fill(404), 429])
    expect(tries[20]?.headers).toMatchObject({
      'retry-after': expect.any(String),
      'cache-control': 'no-store',
    })
  })

  test('replaces a code with one of the same agreement', async () => {
    const before = await served.sign('renewed')
    expect(await codeEnded('renewed')).toBe(false)
    await served.changeCode('revoke', 'renewed')
    expect(await codeEnded('renewed')).toBe(true)
    const { code } = (await served.changeCode('renew', 'renewed')).json<CopyCode>()
    const [token = '', hash] = code.split('.')
    expect(hash).toBe(hashInAddress(recordOf('renewed').evidence.agreement_sha256))
    expect((await served.ask('', { token })).statusCode).toBe(200)
    expect((await served.ask('', { token: before })).statusCode).toBe(404)
    expect(await codeEnded('renewed')).toBe(true)
    expect(served.logged()).not.toContain(token)
    await served.changeCode('revoke', 'renewed')
    await served.changeCode('revoke', 'renewed')
    const types = (await served.events('renewed')).map(({ type }) => type)
    expect(types).toEqual(['code-revoked', 'code-renewed', 'link-opened', 'code-revoked'])
  })

  test('changes no code without the key, or for an unknown sale', async () => {
    for (const what of ['revoke', 'renew'] as const) {
      expect((await served.changeCode(what, 'unknown')).statusCode).toBe(404)
      expect((await served.changeCode(what, 'renewed', 'wrong')).statusCode).toBe(401)
    }
  })

  test('notes in the chain what the customer did, the first time on each day', async () => {
    const token = await served.sign('noted')
    await served.seal('noted', 1)
    for (let n = 0; n < 2; n++) {
      await open(token)
      await served.ask('/document', { token, postcode: POSTCODE })
    }
    const confirmed = (await served.ask('/confirm', { token })).json()
    expect((await served.ask('/confirm', { token })).json()).toEqual(confirmed)
    expect(await served.events('noted')).toEqual([
      { type: 'link-opened', payload: { by: 'customer' } },
      { type: 'copy-downloaded', payload: { by: 'customer', version: 1 } },
      { type: 'confirmed', payload: { by: 'customer' } },
    ])
    expect((await open(token)).confirmed_at).toBe(confirmed.received_at)
  })

  test.each([
    ['no token', '', {}],
    ['a token that is too short', '', { token: 'A' }],
    ['a field too many', '', { token: 'A'.repeat(22), more: 1 }],
    ['no postcode', '/document', { token: 'A'.repeat(22) }],
  ])('refuses %s', async (_what, path, body) => {
    const answer = await served.ask(path, body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST102'])
  })

  test('refuses a large body', async () => {
    const answer = await served.ask('', { token: 'A'.repeat(40_000) })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body-too-large'])
  })

  test('logs neither token nor postcode, even if the database fails', async () => {
    const token = await served.sign('secret')
    await open(token)
    await served.ask('/document', { token, postcode: 'ZZ1 1ZZ' })
    await served.ask('/document', { token, postcode: 7 })
    await sql`alter table sale_evidence rename to elsewhere`.execute(served.db)
    try {
      expect((await served.ask('', { token })).statusCode).toBe(500)
    } finally {
      await sql`alter table elsewhere rename to sale_evidence`.execute(served.db)
    }
    expect(served.logged()).toContain('A call failed')
    for (const secret of [token, 'ZZ1 1ZZ']) expect(served.logged()).not.toContain(secret)
  })
})
