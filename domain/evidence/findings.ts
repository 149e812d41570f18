import { isTemplate, makeAgreement } from '../agreement/make-agreement.ts'
import { gapsOf } from '../agreement/seller.ts'
import { sameJson } from '../kernel/same-json.ts'
import type { OpportunityTerms } from '../opportunity/opportunity.ts'
import type { SigningRecord } from './evidence.ts'

/** Something that does not match, or is missing. A finding is recorded and shown; it refuses nothing. */
export type Finding = {
  code:
    | 'agreement-unknown'
    | 'agreement-differs'
    | 'terms-differ'
    | 'picture-differs'
    | 'signing-time-differs'
    | 'choices-differ'
    | 'end-not-reached'
    | 'clock-off'
    | 'company-incomplete'
    | 'not-signed'
    /** More than one record of the signing has arrived. The server finds this by itself, not by comparing. */
    | 'other-evidence'
    /** The stored sale was corrected after it was sealed. Found when it is sealed again. */
    | 'corrected'
  /** The fields that differ or are missing, or the number of seconds. */
  details: readonly string[]
}

/** The parts of the stored sale that are compared, with what the server computed itself. */
export type StoredSale = {
  terms: Omit<OpportunityTerms, 'contract_signature' | 'contract_ip_address' | 'customer_id_number'>
  /** SHA-256 of the stored picture's bytes, as hex; null if it has none. */
  image_sha256: string | null
  /** SHA-256 of the agreement as it arrived, as hex. */
  agreement_sha256: string
  /** The seconds that the server's clock is ahead of the phone's; null if unknown. */
  clock_ahead_seconds: number | null
}

const CLOCK_MAY_DIFFER_SECONDS = 300

/** Compares what the phone recorded with the stored sale. Pure. Returns an empty list if everything matches. */
export function findingsOf(record: SigningRecord, stored: StoredSale): Finding[] {
  const { agreement, evidence } = record
  const found = (code: Finding['code'], isFound: boolean, details: readonly string[] = []) =>
    isFound ? [{ code, details }] : []
  const terms = differingTerms(record, stored.terms)
  const gaps = gapsOf(agreement.company)
  const ahead = stored.clock_ahead_seconds ?? 0
  const isSigned = stored.image_sha256 !== null
  return [
    ...found('not-signed', !isSigned),
    ...found('agreement-unknown', !hasKnownWords(record)),
    ...found('agreement-differs', evidence.agreement_sha256 !== stored.agreement_sha256),
    ...found('terms-differ', terms.length > 0, terms),
    ...found('picture-differs', isSigned && evidence.signature.image_sha256 !== stored.image_sha256),
    ...found(
      'signing-time-differs',
      isSigned && !isSameMoment(evidence.signed_at, stored.terms.contract_timestamp),
    ),
    ...found('choices-differ', !sameJson(evidence.choices, agreement.choices)),
    ...found('end-not-reached', evidence.end_reached_at === null),
    ...found('clock-off', Math.abs(ahead) > CLOCK_MAY_DIFFER_SECONDS, [String(ahead)]),
    ...found('company-incomplete', gaps.length > 0, gaps),
  ]
}

/** Returns whether this release makes the same words from the agreement's facts. */
function hasKnownWords({ agreement }: SigningRecord): boolean {
  if (!isTemplate(agreement.template)) return false
  return sameJson(makeAgreement(agreement).sections, agreement.sections)
}

/** Returns the columns in which the stored sale differs from the agreement. */
function differingTerms({ agreement }: SigningRecord, terms: StoredSale['terms']): string[] {
  const { customer, premises, package: sold, prices, choices } = agreement
  const agreed = {
    customer_name: customer.name,
    customer_location: premises,
    service_package_id: sold.id,
    service_package_name: sold.name,
    service_speed: sold.speed,
    service_monthly_price: prices.monthly,
    service_installation_price: prices.installation,
    customer_discount: prices.discount,
    ...(choices.copy === 'email' && { customer_email: customer.email }),
  } satisfies Partial<StoredSale['terms']>
  return Object.entries(agreed).flatMap(([column, value]) =>
    terms[column as keyof typeof agreed] === value ? [] : [column],
  )
}

const isSameMoment = (one: string, other: string | null) =>
  other !== null && Date.parse(one) === Date.parse(other)
