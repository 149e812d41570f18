import { failed, type Result, success } from '../kernel/result.ts'
import { MAX_TEXT_LENGTH } from '../kernel/storable-text.ts'
import { LEAD_PRIORITIES, LEAD_STATUSES } from '../lead/lead.ts'
import type { LeadField } from './fields.ts'
import { readUprn } from './read-uprn.ts'

/** Returns a value as it is stored, or the reason why it is refused. */
type Check = (text: string) => Result<string, string>

/** Longer than any address, and short enough for an index. */
const MAX_SHORT_LENGTH = 300
const MAX_HOUSEHOLD = 1_000
const MAX_VOUCHER = 99_999_999
/** Great Britain with its islands, in degrees. */
const LATITUDES = [49.8, 61] as const
const LONGITUDES = [-8.7, 1.8] as const

const POSTCODE = /^(?<outward>[A-Z]{1,2}\d[A-Z\d]?)(?<inward>\d[A-Z]{2})$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Commas only between thousands, so that a continental `1500,50` is refused rather than read as 150,050. */
const AMOUNT = /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/
const DEGREES = /^-?\d{1,3}(\.\d+)?$/

const shortText: Check = (text) =>
  text.length <= MAX_SHORT_LENGTH ? success(text) : failed(`longer than ${MAX_SHORT_LENGTH} characters`)

const longText: Check = (text) =>
  text.length <= MAX_TEXT_LENGTH ? success(text) : failed(`longer than ${MAX_TEXT_LENGTH} characters`)

const street: Check = (text) => (/[\p{L}\d]/u.test(text) ? shortText(text) : failed('no address'))

const postcode: Check = (text) => {
  const { outward, inward } = POSTCODE.exec(text.replace(/\s/g, '').toUpperCase())?.groups ?? {}
  return outward === undefined ? failed('not a UK postcode') : success(`${outward} ${inward}`)
}

const household: Check = (text) => {
  const people = Number(text.replace(/\.0+$/, ''))
  const isCount = /^\d+(\.0+)?$/.test(text) && people <= MAX_HOUSEHOLD
  return isCount ? success(String(people)) : failed(`not a whole number up to ${MAX_HOUSEHOLD}`)
}

const voucher: Check = (text) => {
  const plain = text.replace(/[£\s]/g, '')
  const pounds = Number(plain.replaceAll(',', ''))
  const isAmount = AMOUNT.test(plain) && pounds <= MAX_VOUCHER
  return isAmount ? success(String(pounds)) : failed(`not an amount in pounds up to ${MAX_VOUCHER}`)
}

const oneOf =
  (words: readonly string[]): Check =>
  (text) => {
    const word = text.toLowerCase()
    return words.includes(word) ? success(word) : failed(`not one of ${words.join(', ')}`)
  }

const degrees =
  ([from, to]: readonly [number, number]): Check =>
  (text) => {
    const value = Number(text)
    if (!DEGREES.test(text)) return failed('not a number of degrees')
    return value >= from && value <= to ? success(String(value)) : failed('not in Great Britain')
  }

const CHECKS: Record<LeadField | 'id' | 'status', { name: string; check: Check }> = {
  id: {
    name: 'id',
    check: (text) => (UUID.test(text) ? success(text.toLowerCase()) : failed('not an id of Doorstep')),
  },
  street_address: { name: 'Address', check: street },
  postcode: { name: 'Postcode', check: postcode },
  household_size: { name: 'Household size', check: household },
  voucher_value: { name: 'Voucher', check: voucher },
  status: { name: 'Status', check: oneOf(LEAD_STATUSES) },
  priority: { name: 'Priority', check: oneOf(LEAD_PRIORITIES) },
  contact_name: { name: 'Name', check: shortText },
  contact_phone: { name: 'Phone', check: shortText },
  contact_email: { name: 'Email', check: shortText },
  notes: { name: 'Notes', check: longText },
  area: { name: 'Area', check: shortText },
  crm_contact_id: { name: 'CRM contact', check: shortText },
  uprn: { name: 'UPRN', check: readUprn },
  lat: { name: 'Latitude', check: degrees(LATITUDES) },
  lon: { name: 'Longitude', check: degrees(LONGITUDES) },
}

/**
 * Checks one value of a row (docs/product 21.4). Returns it as it is stored, such as `LL79 1AB` for `ll791ab`, or the
 * reason why it is refused.
 */
export function checkValue(field: keyof typeof CHECKS, text: string): Result<string, string> {
  const { name, check } = CHECKS[field]
  if (!text.isWellFormed() || text.includes('\0')) return failed(`${name}: not readable as text`)
  const checked = check(text)
  return checked.ok ? checked : failed(`${name}: ${checked.failure}`)
}
