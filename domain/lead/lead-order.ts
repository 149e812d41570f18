import { STATUS_NAMES } from '../opportunity/status-names.ts'
import { type Lead, voucherOf } from './lead.ts'
import { haystackOf } from './search-text.ts'

export const LEAD_SORTS = ['voucher', 'street', 'household'] as const
export type LeadSort = (typeof LEAD_SORTS)[number]

export const LEAD_SORT_NAMES: Record<LeadSort, string> = {
  voucher: 'Voucher Value',
  street: 'Street Name',
  household: 'Household Size',
}

/** The statuses by which an agent can filter (docs/product 2.3). */
export const LEAD_FILTERS = ['all', 'new', 'contacted', 'qualified'] as const
export type LeadFilter = (typeof LEAD_FILTERS)[number]

export const LEAD_FILTER_NAMES: Record<LeadFilter, string> = {
  all: 'All',
  ...STATUS_NAMES,
}

const HOUSE_NUMBER = /^(?<number>\d+[a-z]?(?:[-/]\d+[a-z]?)?)(?:\s+(?<street>.+))?$/i

/**
 * Returns a text that sorts addresses in the order in which an agent walks: by the street's name, then by house number,
 * then by the whole address. `Flat 2, 10 High Street` belongs to 10 High Street, and `Rose Cottage, Mill Lane` comes
 * after the numbered houses of Mill Lane.
 */
export function addressOrder(address: string): string {
  const parts = address
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const { street, house } = findHouse(parts) ?? { street: parts[1] ?? parts[0] ?? '', house: parts[0] ?? '' }
  return [street, house, address].map(naturalKey).join('\n')
}

function findHouse(parts: readonly string[]): { street: string; house: string } | undefined {
  for (const [index, part] of parts.entries()) {
    const { number, street = parts[index + 1] } = HOUSE_NUMBER.exec(part)?.groups ?? {}
    if (number !== undefined && street !== undefined) return { street, house: number }
  }
  return undefined
}

/** Returns a text in lower case and without accents. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Returns a text that compares in natural order: case and accents do not count, and 2 comes before 10. */
export const naturalKey = (text: string): string =>
  plainText(text).replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(12, '0'))

/** A lead with everything that sorting and searching need, worked out once. */
export type IndexedLead = {
  lead: Lead
  addressOrder: string
  voucher: number
  household: number
  /** The text that a search looks through. */
  haystack: string
}

export function indexLead(lead: Lead): IndexedLead {
  return {
    lead,
    addressOrder: addressOrder(lead.street_address),
    voucher: voucherOf(lead),
    household: lead.household_size ?? 0,
    haystack: haystackOf(lead),
  }
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const byStreet = (a: IndexedLead, b: IndexedLead) =>
  compareText(a.addressOrder, b.addressOrder) ||
  compareText(a.lead.postcode, b.lead.postcode) ||
  compareText(a.lead.id, b.lead.id)

/** Total orders: two leads never tie, so a list never jumps. */
export const LEAD_COMPARATORS: Record<LeadSort, (a: IndexedLead, b: IndexedLead) => number> = {
  voucher: (a, b) => b.voucher - a.voucher || byStreet(a, b),
  street: byStreet,
  household: (a, b) => b.household - a.household || byStreet(a, b),
}
