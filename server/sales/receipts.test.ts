import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { evidenceHash } from '#protocol/evidence.ts'
import { receiveEvidence } from '../evidence/receive-evidence.ts'
import { recordOf } from '../evidence/signings.testing.ts'
import { type ServedTables, serveTables } from '../postgrest/test-server.ts'
import { sha256Hex } from '../sha256.ts'

const SALE = {
  session_id: 'sale_1_a',
  customer_name: 'Zoë “Z” O’Hara',
  customer_id_number: '19800101-1234',
  customer_discount: 10.5,
  voucher_amount: 1500,
  service_monthly_price: 299,
  service_installation_price: 995,
  contract_signature: 'data:image/png;base64,iVBORw0KGgo=',
  contract_timestamp: '2026-03-01T10:00:00.000Z',
}
const CANONICAL =
  '{"contract_ip_address":null,"contract_signature":"data:image/png;base64,iVBORw0KGgo=","contract_timestamp":"2026-03-01T10:00:00.000Z","customer_discount":10.5,"customer_email":null,"customer_id_number":"19800101-1234","customer_location":null,"customer_name":"Zoë “Z” O’Hara","customer_phone":null,"service_installation_price":995,"service_monthly_price":299,"service_package_id":null,"service_package_name":null,"service_speed":null,"session_id":"sale_1_a"}'
const HASH = createHash('sha256').update(CANONICAL).digest('hex')

describe('a receipt', () => {
  let server: ServedTables
  beforeAll(async () => {
    server = await serveTables('postgres')
  })
  beforeEach(() => server.empty())
  afterAll(() => server?.stop())

  const close = async () => {
    await server.call('POST', '/rest/v1/opportunities', { body: SALE })
    const path = `/rest/v1/opportunities?session_id=eq.${SALE.session_id}`
    return server.call('PATCH', path, { body: { status: 'closed-won' } })
  }
  const verify = (body: unknown) => server.call('POST', '/functions/v1/verify-sales', { body })

  it('is the hash of the canonical JSON of the stored sale', async () => {
    expect((await close()).headers.get('receipt')).toBe(`sha256=${HASH}`)
  })

  it('is returned only for a closed sale', async () => {
    const created = await server.call('POST', '/rest/v1/opportunities', { body: SALE })
    expect(created.headers.has('receipt')).toBe(false)
  })

  it('is checked for many sales at once', async () => {
    await close()
    await server.call('POST', '/rest/v1/opportunities', { body: { session_id: 'sale_2_b' } })
    const lost = Array.from({ length: 60 }, (_, n) => `sale_lost_${n}`)
    const sales = [...lost, SALE.session_id, 'sale_2_b'].map((session_id) => ({ session_id, sha256: HASH }))
    expect(await (await verify({ sales })).json()).toEqual({
      ok: [SALE.session_id],
      missing: lost,
      different: ['sale_2_b'],
    })
  })

  it('is checked together with the evidence if a phone asks for that too', async () => {
    await close()
    const record = recordOf(SALE.session_id)
    const claim = {
      session_id: SALE.session_id,
      sha256: HASH,
      evidence_sha256: evidenceHash(record.evidence, sha256Hex),
    }
    const verdicts = { ok: [SALE.session_id], missing: [], different: [] }
    const answer = async () => (await verify({ sales: [claim] })).json()
    expect(await answer()).toEqual({ ...verdicts, unrecorded: [SALE.session_id] })
    await receiveEvidence(server.db, { record, earlier: undefined, copyLinkDays: 760 })
    expect(await answer()).toEqual({ ...verdicts, unrecorded: [] })
    const other = recordOf(SALE.session_id, { signed_at: '2026-03-02T10:00:00.000Z' })
    await receiveEvidence(server.db, { record: other, earlier: undefined, copyLinkDays: 760 })
    expect(await answer()).toEqual({ ...verdicts, unrecorded: [] })
  })

  it('is checked for no sales at all', async () => {
    expect(await (await verify({ sales: [] })).json()).toEqual({ ok: [], missing: [], different: [] })
  })

  const claim = { session_id: 'a', sha256: HASH }
  test.each([
    ['nothing', {}],
    ['no list', { sales: claim }],
    ['a malformed hash', { sales: [{ ...claim, sha256: 'x' }] }],
    ['a malformed hash of evidence', { sales: [{ ...claim, evidence_sha256: 'x' }] }],
    ['a NUL character', { sales: [{ ...claim, session_id: 'a\0' }] }],
    ['too many', { sales: Array.from({ length: 501 }, () => claim) }],
  ])('is not checked for %s', async (_, body) => {
    const refused = await verify(body)
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { code: 'PGRST102' },
    })
  })

  it('is checked only with the key', async () => {
    const refused = await server.call('POST', '/functions/v1/verify-sales', {
      body: { sales: [] },
      headers: { apikey: '' },
    })
    expect(refused.status).toBe(401)
  })
})
