import { createHash } from 'node:crypto'
import { agreementOf, evidenceWith } from '#domain/testing/agreements.ts'
import { agreementHash, agreementText, evidenceHash } from '#protocol/evidence.ts'
import { PICTURE } from '../evidence/signings.testing.ts'
import type { DocumentSource, SaleShown } from './pdf/source.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const SALE: SaleShown = {
  session_id: 'sale_1_a',
  customer_name: 'Ada Ward',
  customer_email: 'ada@example.com',
  customer_phone: '07700 900123',
  customer_location: '12 High St, Greenfield Valley, SY7 8AB',
  service_package_name: 'Premium Fiber',
  service_speed: '900 Mbps',
  service_monthly_price: '95',
  service_installation_price: '1199',
  customer_discount: '500',
  total_value: '794',
  contract_timestamp: '2026-03-01T10:00:00.000Z',
  contract_signature: `data:image/png;base64,${PICTURE}`,
  has_id_number: true,
  received_at: '2026-03-01T10:02:00.000Z',
}

/** Returns the source of a sale with everything recorded. */
export function signedSource(sale: Partial<SaleShown> = {}): DocumentSource {
  const agreement = agreementOf()
  const agreementSha256 = agreementHash(agreement, sha256)
  const evidence = evidenceWith({ agreement_sha256: agreementSha256 })
  const event = { seq: 1, type: 'received', at: SALE.received_at, commit: '1'.repeat(64) }
  return {
    version: 1,
    company: 'Fellside Broadband Ltd',
    sale: { ...SALE, ...sale },
    signing: {
      agreementText: agreementText(agreement),
      agreement,
      agreementSha256,
      evidence,
      evidenceSha256: evidenceHash(evidence, sha256),
      receivedAt: SALE.received_at,
      findings: [],
      chain: 'c'.repeat(32),
      events: [{ ...event, prev: '0'.repeat(64), hash: '2'.repeat(64) }],
    },
  }
}

/** Returns the source of a sale from another client, without evidence. */
export const unrecordedSource = (sale: Partial<SaleShown> = {}): DocumentSource => ({
  ...signedSource(sale),
  signing: null,
})
