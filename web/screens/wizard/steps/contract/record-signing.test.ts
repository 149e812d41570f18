import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeAgreement } from '#domain/agreement/make-agreement.ts'
import { findingsOf } from '#domain/evidence/findings.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { COMPANY } from '#domain/testing/agreements.ts'
import { voucherVerdictOf } from '#domain/testing/premises.ts'
import { AT, saleAfter, sign, TO_CONTRACT } from '#domain/testing/sale-commands.ts'
import { agreementText } from '#protocol/evidence.ts'
import { noteServerTime } from '../../../../http/server-time.ts'
import { recordSigning } from './record-signing.ts'

vi.mock('../../../../settings.ts', async () => ({
  settings: {
    company: (await import('#domain/testing/agreements.ts')).COMPANY,
    publicUrl: 'https://sales.example',
  },
}))

const PNG = Buffer.from('a picture')
const image = `data:image/png;base64,${PNG.toString('base64')}`
const SHOWN = '2026-03-01T09:55:00.000Z'
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const see = { type: 'see-agreement', at: SHOWN, toEnd: true, nonce: 'n'.repeat(22), frame: 'f' } as const
const typed = saleAfter(...TO_CONTRACT, see, sign)
const record = async (sale: Sale = typed) => {
  const recorded = await recordSigning(sale, { image, at: AT, app: 'contract-step.js' })
  if (!recorded) throw new Error('Nothing was recorded.')
  return recorded
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the record of a signing', () => {
  it('holds the agreement that step 4 showed, and its hash', async () => {
    const { agreement, evidence } = await record()
    expect(agreement).toEqual(makeAgreement(agreement))
    expect(agreement).toMatchObject({
      nonce: see.nonce,
      company: COMPANY,
      copy_url: 'https://sales.example/copy',
      customer: { name: 'Ada King Noel' },
    })
    expect(evidence.agreement_sha256).toBe(sha256(agreementText(agreement)))
  })

  it('has the voucher verdict that the agent was shown, if there was one', async () => {
    const voucherVerdict = voucherVerdictOf()
    expect((await record({ ...typed, voucherVerdict })).evidence.voucher_verdict).toEqual(voucherVerdict)
    expect((await record({ ...typed, voucherVerdict: null })).evidence).not.toHaveProperty('voucher_verdict')
  })

  it('says when it was shown and signed, with what picture', async () => {
    expect((await record()).evidence).toMatchObject({
      session_id: 'sale_1_a',
      shown_at: SHOWN,
      end_reached_at: SHOWN,
      signed_at: AT,
      signature: { kind: 'typed', image_sha256: sha256(PNG), strokes: [] },
      choices: { copy: 'email', begin_early: false },
      app: 'contract-step.js',
    })
  })

  it('keeps a drawing as strokes without pressure', async () => {
    const points = [
      { x: 1, y: 2, time: 5_000, pressure: 0.5 },
      { x: 90, y: 2, time: 5_120, pressure: 0.7 },
    ]
    const { evidence } = await record({ ...typed, signature: { kind: 'drawn', strokes: [points] } })
    expect(evidence.signature).toMatchObject({
      kind: 'drawn',
      strokes: [
        [
          [1, 2, 0],
          [90, 2, 12],
        ],
      ],
    })
  })

  it('says how far the server’s clock is ahead', async () => {
    vi.setSystemTime('2026-03-01T09:59:00.000Z')
    noteServerTime(new Headers({ date: 'Sun, 01 Mar 2026 10:00:00 GMT' }))
    expect((await record()).evidence.clock.server_ahead_ms).toBe(60_000)
  })

  it('opens the copy by a code that is different each time', async () => {
    const tokens = [(await record()).token, (await record()).token]
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/)
  })

  it('has a nonce even if the phone did not notice that the agreement was shown', async () => {
    const { agreement } = await record(saleAfter(...TO_CONTRACT, sign))
    expect(agreement.nonce).toMatch(/^[\w-]{22}$/)
  })

  it('fits the sale as the server stores it', async () => {
    const recorded = await record()
    const { customer, premises, package: sold, prices } = recorded.agreement
    const terms = {
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: null,
      customer_location: premises,
      customer_discount: prices.discount,
      service_package_id: sold.id,
      service_package_name: sold.name,
      service_speed: sold.speed,
      service_monthly_price: prices.monthly,
      service_installation_price: prices.installation,
      contract_timestamp: AT,
    }
    const stored = { terms, image_sha256: sha256(PNG), clock_ahead_seconds: 0 }
    const { agreement_sha256 } = recorded.evidence
    expect(findingsOf(recorded, { ...stored, agreement_sha256 })).toEqual([])
  })

  it('is not made if the browser cannot hash', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect(await recordSigning(typed, { image, at: AT, app: '' })).toBeUndefined()
  })
})
