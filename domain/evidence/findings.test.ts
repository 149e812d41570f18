import { describe, expect, test } from 'vitest'
import type { Agreement } from '../agreement/agreement.ts'
import { NO_COMPANY } from '../agreement/company.ts'
import { agreementOf, evidenceWith } from '../testing/agreements.ts'
import { AT } from '../testing/sale-commands.ts'
import type { Evidence } from './evidence.ts'
import { findingsOf, type StoredSale } from './findings.ts'

const STORED: StoredSale = {
  terms: {
    customer_name: 'Ada King Noel',
    customer_email: 'ada@example.org',
    customer_phone: '01234 567890',
    customer_location: '2 High St, Riverside, AB1 2CD',
    customer_discount: 300,
    service_package_id: 'basic',
    service_package_name: 'Basic Broadband',
    service_speed: '50 Mbps',
    service_monthly_price: 299,
    service_installation_price: 995,
    contract_timestamp: AT,
  },
  image_sha256: 'b'.repeat(64),
  agreement_sha256: 'a'.repeat(64),
  clock_ahead_seconds: 0,
}

function found({
  agreement = agreementOf(),
  evidence = {},
  stored = {},
}: {
  agreement?: Agreement
  evidence?: Partial<Evidence>
  stored?: Partial<StoredSale>
}) {
  const record = { token: 'A'.repeat(22), agreement, evidence: evidenceWith(evidence) }
  return findingsOf(record, { ...STORED, ...stored })
}

const terms = (fields: Partial<StoredSale['terms']>) => ({ terms: { ...STORED.terms, ...fields } })

test('finds nothing if everything matches', () => expect(found({})).toEqual([]))

describe('finds', () => {
  test('terms that differ from those agreed', () => {
    const stored = terms({ service_monthly_price: 399, customer_name: 'Ada Byron' })
    expect(found({ stored })).toEqual([
      { code: 'terms-differ', details: ['customer_name', 'service_monthly_price'] },
    ])
  })

  test('a different picture', () =>
    expect(found({ stored: { image_sha256: 'c'.repeat(64) } })).toEqual([
      { code: 'picture-differs', details: [] },
    ]))

  test('a sale that is not signed, once', () =>
    expect(found({ stored: { image_sha256: null, ...terms({ contract_timestamp: null }) } })).toEqual([
      { code: 'not-signed', details: [] },
    ]))

  test('a different moment of signing, but not a different spelling of it', () => {
    expect(found({ stored: terms({ contract_timestamp: '2026-03-01T10:00:00.123+00:00' }) })).toEqual([])
    expect(found({ stored: terms({ contract_timestamp: '2026-03-01T10:00:01Z' }) })).toMatchObject([
      { code: 'signing-time-differs' },
    ])
  })

  test.each([
    [300, []],
    [-300, []],
    [301, [{ code: 'clock-off', details: ['301'] }]],
    [-86_400, [{ code: 'clock-off', details: ['-86400'] }]],
  ])('a clock that is off by more than five minutes (%d s)', (clock_ahead_seconds, findings) =>
    expect(found({ stored: { clock_ahead_seconds } })).toEqual(findings),
  )

  test('an agreement other than the one in the evidence', () =>
    expect(found({ evidence: { agreement_sha256: 'd'.repeat(64) } })).toMatchObject([
      { code: 'agreement-differs' },
    ]))

  test('words that this release does not make from the facts', () => {
    const [first, ...others] = agreementOf().sections
    const altered = { ...agreementOf(), sections: [{ ...first, title: 'Other' } as never, ...others] }
    expect(found({ agreement: altered })).toMatchObject([{ code: 'agreement-unknown' }])
    const later = { ...agreementOf(), template: '2031-01' as never }
    expect(found({ agreement: later })).toMatchObject([{ code: 'agreement-unknown' }])
  })

  test('choices that differ from those in the agreement', () =>
    expect(found({ evidence: { choices: { copy: 'paper', begin_early: false } } })).toMatchObject([
      { code: 'choices-differ' },
    ]))

  test('an agreement whose end was not on the screen', () =>
    expect(found({ evidence: { end_reached_at: null } })).toMatchObject([{ code: 'end-not-reached' }]))

  test('details that the company has not set', () => {
    const [finding] = found({ agreement: agreementOf(undefined, NO_COMPANY) })
    expect(finding).toMatchObject({ code: 'company-incomplete' })
    expect(finding?.details).toContain('name')
    expect(finding?.details).not.toContain('equipment')
  })
})
